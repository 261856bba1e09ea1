package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.assertion.OracleKind;
import dev.muster.common.assertion.OracleSetting;
import dev.muster.common.assertion.eval.AlwaysHolds;
import dev.muster.common.assertion.eval.Rubric;
import dev.muster.common.assertion.eval.SettingFault;
import dev.muster.common.assertion.eval.SqlRules;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.template.TemplateNames;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Nearest;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.Position;
import dev.muster.coordinator.suite.source.ScalarType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads an oracle and its configuration, and compiles it once to make sure that a worker can. */
final class OracleReader {

    private static final String DATABASE = "database";
    private static final List<String> NAMES = Stream.of(OracleKind.values()).map(OracleKind::wire).toList();

    private final SuiteScope scope;

    OracleReader(SuiteScope scope) {
        this.scope = scope;
    }

    /** An oracle as a check. */
    record Read(OracleKind kind, Check check) {}

    /** Returns the kind of an oracle; empty, with a fault, for an unknown name. */
    Optional<OracleKind> kind(String name, Position at) {
        var kind = OracleKind.named(name);
        if (kind.isEmpty()) {
            scope.faults().add(at, "unknown oracle '" + name + "'"
                    + Nearest.hint(name, NAMES, "; there are " + String.join(", ", NAMES)));
        }
        return kind;
    }

    /**
     * @param key of the oracle's name
     * @return null, with a fault, when there is no such oracle
     */
    @Nullable
    Read oracle(Fields fields, String key, Outcomes outcomes) {
        var name = fields.needed(key, "an oracle");
        var kind = name == null || name.isBlank() ? Optional.<OracleKind>empty() : kind(name, fields.at(key));
        var config = fields.any("config");
        if (kind.isEmpty()) {
            return null;
        }
        int before = scope.faults().pending();
        var at = fields.at(key);
        var settings = config == null ? null : Fields.of(config, "'config'", scope.faults());
        if (settings != null) {
            check(settings, kind.get());
        }
        var written = config == null || !config.json().isObject() ? empty() : config.json();
        var check = oracle(kind.get(), written, outcomes, at);
        faults(kind.get(), config, outcomes, at);
        if (check != null && scope.faults().pending() == before) {
            compile(check, kind.get(), written, outcomes, at);
        }
        if (check != null) {
            AlwaysHolds.reason(Assertion.of(check)).ifPresent(sentence -> scope.faults().warn(at, sentence));
        }
        return check == null ? null : new Read(kind.get(), check);
    }

    private @Nullable Check oracle(OracleKind kind, JsonNode config, Outcomes outcomes, Position at) {
        return switch (kind) {
            case LLM_JUDGE -> judge(config, outcomes.json(), at);
            case SQL_VALIDATE -> sql(config, outcomes.json(), at);
            case EXACT_MATCH, SCHEMA_VALIDATE, TRACE_NO_ERRORS, TRACE_VALIDATE_SUB_AGENTS ->
                new ForeignCheck.Oracle(kind.wire(), config, outcomes.json());
        };
    }

    /** Returns the check of an implied oracle; null, with a fault, when it has no model or database to ask. */
    @Nullable
    Check implied(ImpliedOracle implied, Outcomes outcomes) {
        var config = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(implied.config()).forEach(config::put);
        var check = oracle(implied.kind(), config, outcomes, implied.at());
        faults(implied.kind(), null, outcomes, implied.at());
        if (check != null) {
            compile(check, implied.kind(), config, outcomes, implied.at());
        }
        return check;
    }

    private static JsonNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static void check(Fields config, OracleKind kind) {
        for (var setting : new TreeMap<>(kind.settings()).entrySet()) {
            check(config, setting.getKey(), setting.getValue());
        }
        config.done();
    }

    private static void check(Fields config, String name, OracleSetting setting) {
        var _ = switch (setting) {
            case TEXT -> config.text(name);
            case TEXTS -> texts(config, name);
            case TEXTS_OR_WHOLE -> config.any(name) instanceof Node.Scalar scalar
                    && scalar.type() == ScalarType.NUMBER ? config.whole(name, 0, Integer.MAX_VALUE)
                            : texts(config, name);
            case FLAG -> config.flag(name);
            case WHOLE -> config.whole(name, 0, Integer.MAX_VALUE);
            case NUMBER -> config.number(name, 0, Double.MAX_VALUE);
            case ANY -> config.any(name);
        };
    }

    private static @Nullable Object texts(Fields config, String name) {
        return config.any(name) instanceof Node.Scalar ? config.text(name) : config.texts(name);
    }

    /** Reports faults of what a model or database judges, at their positions. */
    private void faults(OracleKind kind, @Nullable Node config, Outcomes outcomes, Position at) {
        var written = config == null ? empty() : config.json();
        if (isFilledIn(written, outcomes)) {
            return;
        }
        var found = switch (kind) {
            case LLM_JUDGE -> Rubric.faults(written, outcomes.json());
            case SQL_VALIDATE -> SqlRules.faults(outcomes.json());
            case EXACT_MATCH, SCHEMA_VALIDATE, TRACE_NO_ERRORS, TRACE_VALIDATE_SUB_AGENTS -> List.<SettingFault>of();
        };
        for (var fault : found) {
            var place = place(fault.expected() ? outcomes.object() : config, fault);
            var near = place == null ? outcomes.at(kind, "") : place;
            scope.faults().add(near == null ? at : near, fault.sentence());
        }
    }

    private static @Nullable Position place(@Nullable Node written, SettingFault fault) {
        var node = written instanceof Node.Obj object ? object.get(fault.member()) : null;
        return node == null ? null : fault.item() >= 0 && node instanceof Node.Items items
                ? items.nodes().get(fault.item()).at() : node.at();
    }

    /** Whether it has templates, so that it can only be compiled at run time. */
    private static boolean isFilledIn(JsonNode config, Outcomes outcomes) {
        return TemplateNames.any(config.toString()) || TemplateNames.any(outcomes.json().toString());
    }

    private void compile(Check check, OracleKind kind, JsonNode config, Outcomes outcomes, Position at) {
        if (!(check instanceof HelperCheck.LlmJudge) && !(check instanceof ExternalCheck.SqlValidate)
                && !isFilledIn(config, outcomes)) {
            var place = outcomes.at(kind, config.path("mode").asString(""));
            scope.compiler().trouble(check)
                    .ifPresent(sentence -> scope.faults().add(place == null ? at : place, sentence));
        }
    }

    /** Reads weights by oracle. */
    Map<OracleKind, Double> weights(Fields weights) {
        var read = new TreeMap<OracleKind, Double>();
        for (var name : weights.names()) {
            var weight = weights.number(name, 0, Double.MAX_VALUE);
            kind(name, weights.at(name)).filter(kind -> weight != null).ifPresent(kind -> read.put(kind, weight));
        }
        return read;
    }

    /** Returns the check of an oracle judged by a model: the connector {@code model}, or the project's validator. */
    private @Nullable Check judge(JsonNode config, JsonNode expected, Position at) {
        var model = text(config, "model");
        var ask = model == null ? scope.defaults().anyJudge() : Reference.connector(model);
        if (model != null) {
            scope.targets().modelTrouble(model).ifPresent(sentence -> scope.faults().add(at, sentence));
        }
        if (ask == null) {
            scope.faults().add(at,
                    "no judge is configured for the oracle llm-judge: give it a 'model', which is a connector of the "
                            + "configuration, or set defaults.validator or defaults.judge");
        }
        return ask == null ? null : new HelperCheck.LlmJudge(new HelperUse(ask, Options.NONE), config, expected);
    }

    /** Returns the check of an SQL oracle; a sole configured database need not be named. */
    private @Nullable Check sql(JsonNode config, JsonNode expected, Position at) {
        var known = scope.config().targets().databases().keySet();
        var named = text(config, DATABASE);
        var database = named == null && known.size() == 1 ? known.iterator().next() : named;
        if (database == null || (!known.contains(database) && scope.targets().looksAtAgents())) {
            scope.faults().add(at, database == null ? needsOne(known) : unknown(database, known));
            return null;
        }
        return new ExternalCheck.SqlValidate(((ObjectNode) config).deepCopy().put(DATABASE, database), expected);
    }

    private static @Nullable String text(JsonNode config, String name) {
        return config.path(name).asStringOpt().filter(text -> !text.isBlank()).orElse(null);
    }

    private static String needsOne(Set<String> known) {
        return "the oracle sql-validate needs a 'database'" + list(known);
    }

    private static String unknown(String database, Set<String> known) {
        return "unknown database '" + database + "'" + Nearest.hint(database, known, list(known));
    }

    private static String list(Set<String> known) {
        return known.isEmpty() ? "; the configuration has none under 'databases'"
                : "; the configuration has " + String.join(", ", known);
    }
}
