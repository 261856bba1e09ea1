package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.model.ToolCall;

/** Calls were made in an order, whatever came between them. */
record InOrderCheck(List<CallShape> expected) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the tools " + CallShape.listed(expected), "be called in this order")
                .of(CallWords.data(expected));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var calls = reply.toolCalls();
        int found = found(calls, reply.budget());
        var finding = found == expected.size() ? Observation.holds(() -> "but they were: " + CallWords.listed(calls))
                : Observation.fails(() -> missing(found, calls));
        return finding.seeing(() -> CallWords.seen(calls));
    }

    /** Returns how many are found; taking the first matching call leaves the most for the others. */
    private int found(List<ToolCall> calls, StepBudget budget) {
        int found = 0;
        for (int at = 0; at < calls.size() && found < expected.size(); at++) {
            if (expected.get(found).fits(calls.get(at), budget)) {
                found++;
            }
        }
        return found;
    }

    private String missing(int found, List<ToolCall> calls) {
        var absent = expected.get(found);
        var where = found == 0 ? "" : " after " + expected.get(found - 1).words();
        return "but " + absent.words() + " was not called" + where + ": "
                + (calls.isEmpty() ? "no tool was called" : CallWords.listed(calls))
                + NearCalls.of(absent, calls).words(true);
    }
}
