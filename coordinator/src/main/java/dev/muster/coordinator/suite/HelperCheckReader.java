package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Reads assertions that call a helper: {@code agent}, {@code rubric}, {@code similar} and {@code script}. */
final class HelperCheckReader {

    private static final int MOST_SAMPLES = 99;
    private static final String CRITERIA = "criteria";
    private static final String OLD_SCRIPTS = "scripts.";

    private final ReferenceReader references;
    private final TargetCheck targets;
    private final CaseDefaults defaults;

    HelperCheckReader(SuiteScope scope) {
        this.references = new ReferenceReader(scope);
        this.targets = scope.targets();
        this.defaults = scope.defaults();
    }

    Map<String, CheckKind> kinds() {
        return Map.of("agent", this::agent, "script", this::script, "rubric", this::rubric, "llm_rubric", this::rubric,
                "similar", this::similar, "similar:cosine", this::similar);
    }

    private static int samples(Fields fields, String kind) {
        var samples = fields.whole("samples", 1, MOST_SAMPLES, 1);
        if (samples % 2 == 0) {
            fields.fault("samples", "'samples' of " + kind + " must be odd, so that the majority decides");
        }
        return samples;
    }

    private @Nullable Check rubric(Fields fields) {
        var criteria = CheckReader.strings(fields.oneOf(CRITERIA, "value"), "rubric", fields);
        var threshold = fields.number("threshold", 0, 1);
        var samples = samples(fields, "rubric");
        if (criteria.stream().anyMatch(String::isBlank)) {
            fields.fault(fields.oneOf(CRITERIA, "value"), "'criteria' of rubric must not be empty");
        }
        var named = fields.text("judge");
        var judge = named == null ? defaults.judging().judge() : targets.judge(named);
        if (judge == null && !fields.has("judge")) {
            fields.fault("type",
                    "no judge is configured for this rubric: give it a 'judge', which is a connector or an agent of "
                            + "the "
                            + "configuration, or set defaults.judge");
        } else if (judge != null) {
            targets.helperTrouble(judge).ifPresent(sentence -> fields.fault("judge", sentence));
        }
        return judge == null || criteria.isEmpty() ? null
                : new HelperCheck.Rubric(new HelperUse(judge, Options.NONE), criteria, threshold, samples);
    }

    private @Nullable Check similar(Fields fields) {
        var values = CheckReader.strings("value", "similar", fields);
        var threshold = fields.number("threshold", 0, 1, HelperCheck.Similar.USUAL);
        var named = fields.text("connector");
        var connector = named == null ? defaults.judging().embeddings() : named;
        if (connector == null && !fields.has("connector")) {
            fields.fault("type",
                    "similar has no embeddings to compare: give it a 'connector' of the configuration whose "
                            + "model makes them, or set defaults.embeddings");
        } else if (connector != null) {
            targets.modelTrouble(connector).ifPresent(sentence -> fields.fault("connector", sentence));
        }
        return connector == null || values.isEmpty() ? null
                : new HelperCheck.Similar(new HelperUse(Reference.connector(connector), Options.NONE), values,
                        threshold);
    }

    private @Nullable Check agent(Fields fields) {
        var options = judging(fields);
        var threshold = fields.number("threshold", 0, 1);
        var samples = samples(fields, "agent");
        var use = validator(fields, options);
        return use == null ? null
                : new HelperCheck.Agent(new HelperUse(use, options), threshold, samples);
    }

    private @Nullable Reference validator(Fields fields, Options options) {
        if (!fields.has("use") && defaults.validator() != null) {
            fields.any("use");
            return defaults.validator();
        }
        fields.require("use", "an assertion of type agent needs 'use', such as agents:judge; or set "
                + "defaults.validator for all of them");
        var use = !fields.has("use") ? null
                : references.helper(fields, "use", "an assertion of type agent", options.connector());
        if (use != null && use.kind() != Reference.Kind.AGENT) {
            fields.fault("use", "an assertion of type agent asks an agent: write \"agents:…\", or the type script");
            return null;
        }
        references.warnOfBare(fields, "use", ReferenceReader.AGENTS);
        return use;
    }

    /** Options of a validator; {@code value} may hold the criteria to judge by. */
    private static Options judging(Fields fields) {
        var value = fields.any("value");
        var options = OptionsReader.ofHelper(fields);
        if (value == null) {
            return options;
        }
        var metadata = new LinkedHashMap<>(options.metadata());
        if (metadata.put(CRITERIA, value.json()) != null) {
            fields.fault("value", "'value' means the same as 'criteria' in the metadata; write one of them");
        }
        return new Options(options.connector(), options.skip(), options.search(), options.mode(), metadata);
    }

    private @Nullable Check script(Fields fields) {
        var options = OptionsReader.ofHelper(fields);
        var value = fields.json("value");
        var key = fields.oneOf("use", "script");
        var text = fields.needed(key, "an assertion of type script", "script");
        if (text == null || text.isBlank()) {
            return null;
        }
        if (text.startsWith(ReferenceReader.AGENTS)) {
            fields.fault(key, "an assertion of type script asks a script: write \"scripts:…\", or the type agent");
            return null;
        }
        var script = script(key, text, fields);
        references.lookAt(script, key, fields);
        return new HelperCheck.Script(new HelperUse(script, options), value);
    }

    /** {@code script: "scripts.a.b.Fn"} is the older spelling of {@code use: "scripts:a.b.Fn"}. */
    private Reference script(String key, String text, Fields fields) {
        if (text.startsWith(ReferenceReader.SCRIPTS)) {
            return Reference.of(text);
        }
        if (key.equals("script")) {
            return Reference.script(text.startsWith(OLD_SCRIPTS) ? text.substring(OLD_SCRIPTS.length()) : text);
        }
        references.warnOfBare(fields, key, ReferenceReader.SCRIPTS);
        return Reference.script(text);
    }
}
