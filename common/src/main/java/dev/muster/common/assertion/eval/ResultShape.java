package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.assertion.ArgsMatch;
import tools.jackson.databind.JsonNode;

/** The minimum that a tool's result must contain, compiled. */
record ResultShape(JsonNode written, ArgumentShape shape) {

    static ResultShape compile(JsonNode written) throws AssertionFault {
        return new ResultShape(written, ArgumentShape.compile(written, ArgsMatch.SUBSET));
    }

    /** Returns why a call's result does not match, in words. */
    Optional<String> trouble(AnsweredCall call, StepBudget budget) {
        var answer = call.answer();
        if (answer == null) {
            return Optional.of(CallWords.of(call.call()) + " has no result");
        }
        var differences = differences(answer, budget);
        return differences.none() ? Optional.empty()
                : Optional.of(CallWords.of(call.call()) + " gave " + Excerpt.of(answer.content())
                        + differences.behindColon());
    }

    Differences differences(ToolResult answer, StepBudget budget) {
        var all = Differences.all();
        shape.compare(answer.content(), "result", all, budget);
        return all;
    }

    @Override
    public String toString() {
        return Excerpt.of(written);
    }
}
