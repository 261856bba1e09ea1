package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.muster.common.json.JsonMembers;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check that calls a helper: it may take long, and may fail without a verdict. */
public sealed interface HelperCheck extends ExternalCheck {

    /** Characters of a validator's criteria that a label has. */
    int LONGEST = 120;

    HelperUse ask();

    @Override
    default boolean searches() {
        return this instanceof Rubric || this instanceof Similar;
    }

    @Override
    default boolean judgedByOthers() {
        return this instanceof Agent;
    }

    @Override
    default String label() {
        return switch (this) {
            case LlmJudge _ -> "oracle " + OracleKind.LLM_JUDGE.wire() + " " + ask().use().id();
            case Agent _ -> kind() + " " + ask().use().id() + criteria();
            case Script _ -> kind() + " " + ask().use().id();
            case Rubric rubric -> kind() + " " + Check.quoted(rubric.criteria);
            case Similar similar -> kind() + " " + Check.quoted(similar.values);
        };
    }

    /** Returns the beginning of what a validator is asked; empty when it is asked for nothing in particular. */
    private String criteria() {
        var criteria = ask().options().metadata().get("criteria");
        if (criteria == null || criteria.isNull()) {
            return "";
        }
        var text = (criteria.isString() ? criteria.stringValue() : criteria.toString()).strip();
        int end = text.offsetByCodePoints(0, Math.min(LONGEST, text.codePointCount(0, text.length())));
        return text.isEmpty() ? "" : ": \"" + text.substring(0, end) + (end < text.length() ? "…" : "") + '"';
    }

    @Override
    default void write(JsonMembers to, String nameOfTool) {
        switch (this) {
            case LlmJudge judge ->
                ForeignCheck.writeOracle(OracleKind.LLM_JUDGE.wire(), judge.config, judge.expected, to);
            case Agent(var ask, var threshold, var samples) ->
                write(ask, to).add("threshold", threshold).add("samples", samples == 1 ? null : samples);
            case Rubric(var ask, var criteria, var threshold, var samples) ->
                to.texts("criteria", criteria).add("judge", ask.use().toString()).add("threshold", threshold)
                        .add("samples", samples == 1 ? null : samples);
            case Similar(var ask, var values, var threshold) ->
                to.texts("value", values).add("connector", ask.use().id()).add("threshold", threshold);
            case Script(var ask, var value) -> write(ask, to).add("value", value);
        }
    }

    private static JsonMembers write(HelperUse ask, JsonMembers to) {
        to.add("use", ask.use().toString());
        ask.options().write(to);
        return to;
    }

    /**
     * The oracle {@code llm-judge} of AgentEval: a model judges by weighted criteria.
     *
     * @param ask a validator agent, or a model by its connector
     * @param config the oracle's own settings; an object
     * @param expected {@code expectedOutcomes}; an object, empty when there are none
     */
    @JsonTypeName("llm_judge")
    record LlmJudge(HelperUse ask, JsonNode config, JsonNode expected) implements HelperCheck {}

    /**
     * A validator agent judges the reply.
     *
     * @param threshold minimum score to pass; null lets the validator decide
     * @param samples number of judgments; the majority decides
     */
    @JsonTypeName("agent")
    record Agent(HelperUse ask, @Nullable Double threshold, int samples) implements HelperCheck {}

    /**
     * A model or an agent judges the reply by criteria, with Muster's prompt.
     *
     * @param criteria all must be met
     * @param threshold minimum score, in addition to the judge's verdict; null when that suffices
     * @param samples number of judgments, odd; the majority decides
     */
    @JsonTypeName("rubric")
    record Rubric(HelperUse ask, List<String> criteria, @Nullable Double threshold,
            int samples) implements HelperCheck {}

    /**
     * The reply means the same as one of the values: the cosine of their embeddings is at least the threshold.
     *
     * @param ask a connector that has {@code /embeddings}
     */
    @JsonTypeName("similar")
    record Similar(HelperUse ask, List<String> values, double threshold) implements HelperCheck {

        /** What suites mean that set none. */
        public static final double USUAL = 0.75;
    }

    /**
     * A script judges the reply.
     *
     * @param value value passed to the script; null when the suite gives none
     */
    @JsonTypeName("script")
    record Script(HelperUse ask, @Nullable JsonNode value) implements HelperCheck {}
}
