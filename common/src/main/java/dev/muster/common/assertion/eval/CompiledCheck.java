package dev.muster.common.assertion.eval;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A check that is ready to look at replies. */
sealed interface CompiledCheck permits EqualsCheck, ContainsCheck, RegexCheck, JsonPathCheck, TypeCheck,
        ToolCalledCheck, ToolsInOrderCheck, ToolsExactCheck, ToolResultCheck, TokensCheck, CostCheck, FitCheck,
        RequireCheck, ForbidCallCheck, DurationCheck, GapCheck, IdleCheck, OutcomeEqualsCheck,
        OutcomeKeysCheck, OutcomePartsCheck, OutcomePatternsCheck, NothingExpectedCheck, SchemaCheck, TraceCheck,
        SubAgentsCheck, SnapshotCheck {

    /** What the check wants, for the sentence about a failure. */
    Expectation expectation();

    /** Whether it holds, before any {@code negate}. */
    Observation look(ResponseDocument reply);

    /**
     * Half a sentence: "expected SUBJECT to VERB", or "not to VERB" when the check must not hold.
     *
     * @param verb starts with an infinitive
     * @param value what is expected, as data; null where the words say it all
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
