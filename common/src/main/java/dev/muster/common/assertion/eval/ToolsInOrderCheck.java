package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.model.ToolCall;

/** Calls were made in an order, whatever came between them. */
record ToolsInOrderCheck(List<CallShape> wanted) implements CompiledCheck {

    private static final int MOST_LISTED = 8;

    static ToolsInOrderCheck compile(List<ExpectedCall> calls) throws AssertionFault {
        if (calls.isEmpty()) {
            throw new AssertionFault("'tools_in_order' names no tools; write a list of them");
        }
        var shapes = new ArrayList<CallShape>();
        for (var call : calls) {
            shapes.add(CallShape.compile(call, "tools_in_order"));
        }
        return new ToolsInOrderCheck(shapes);
    }

    @Override
    public Expectation expectation() {
        return new Expectation("the tools " + listed(wanted), "be called in this order")
                .of(CallWords.data(wanted));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var calls = reply.toolCalls();
        try {
            int found = found(calls, reply.budget());
            var finding = found == wanted.size() ? Observation.holds(() -> "but they were: " + CallWords.listed(calls))
                    : Observation.fails(() -> missing(found, calls));
            return finding.seeing(() -> CallWords.seen(calls));
        } catch (BoundedPattern.TooCostly bound) {
            return Observation.undecided(bound::sentence);
        }
    }

    /** Returns how many are found; taking the first matching call leaves the most for the others. */
    private int found(List<ToolCall> calls, StepBudget budget) {
        int found = 0;
        for (int at = 0; at < calls.size() && found < wanted.size(); at++) {
            if (wanted.get(found).fits(calls.get(at), budget)) {
                found++;
            }
        }
        return found;
    }

    private String missing(int found, List<ToolCall> calls) {
        var absent = wanted.get(found);
        var where = found == 0 ? "" : " after " + wanted.get(found - 1).words();
        return "but " + absent.words() + " was not called" + where + ": "
                + (calls.isEmpty() ? "no tool was called" : CallWords.listed(calls))
                + NearCalls.of(absent, calls).words(true);
    }

    static String listed(List<CallShape> shapes) {
        var more = shapes.size() > MOST_LISTED ? " and " + (shapes.size() - MOST_LISTED) + " more" : "";
        return shapes.stream().limit(MOST_LISTED).map(CallShape::words).collect(Collectors.joining(", ")) + more;
    }
}
