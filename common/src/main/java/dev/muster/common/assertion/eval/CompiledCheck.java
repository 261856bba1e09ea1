package dev.muster.common.assertion.eval;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A compiled check. */
sealed interface CompiledCheck permits EqualsCheck, ContainsCheck, RegexCheck, JsonPathCheck, TypeCheck,
        ToolCalledCheck, ToolsInOrderCheck, ToolsExactCheck, ToolResultCheck, TokensCheck, CostCheck, FitCheck,
        RequireCheck, ForbidCallCheck, DurationCheck, GapCheck, IdleCheck, OutcomeEqualsCheck,
        OutcomeKeysCheck, OutcomePartsCheck, OutcomePatternsCheck, NothingExpectedCheck, SchemaCheck, TraceCheck,
        SubAgentsCheck, SnapshotCheck {

    /** Returns what the check expects, for failure messages. */
    Expectation expectation();

    /** Whether it holds, before any {@code negate}. */
    Observation look(ResponseDocument reply);

    /**
     * Half a sentence: "expected SUBJECT to VERB", or "not to VERB" when the check must not hold.
     *
     * @param verb starts with an infinitive
     * @param value the expected value, as data; null when the words suffice
     */
    record Expectation(String subject, String verb, @Nullable JsonNode value) {

        Expectation(String subject, String verb) {
            this(subject, verb, null);
        }

        static Expectation ofReply(String verb) {
            return new Expectation("the reply", verb);
        }

        Expectation of(JsonNode expected) {
            return new Expectation(subject, verb, expected);
        }
    }
}
