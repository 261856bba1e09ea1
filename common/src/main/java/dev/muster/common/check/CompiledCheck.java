package dev.muster.common.check;

/** A check that is ready to look at replies. */
sealed interface CompiledCheck permits EqualsCheck, ContainsCheck, RegexCheck, JsonPathCheck, TypeCheck,
        ToolCalledCheck, RequireCheck, ForbidCallCheck, DurationCheck, GapCheck, OutcomeEqualsCheck,
        OutcomeKeysCheck, OutcomePartsCheck, OutcomePatternsCheck, NothingExpectedCheck, SchemaCheck, TraceCheck,
        SubAgentsCheck {

    /** What the check wants, for the sentence about a failure. */
    Expectation expectation();

    /** Whether it holds, before any {@code negate}. */
    Finding look(ResponseDocument reply);

    /**
     * Half a sentence: "expected SUBJECT to VERB", or "not to VERB" when the check must not hold.
     *
     * @param verb starts with an infinitive
     */
    record Expectation(String subject, String verb) {

        static Expectation ofReply(String verb) {
            return new Expectation("the reply", verb);
        }
    }
}
