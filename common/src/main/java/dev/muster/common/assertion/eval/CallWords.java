package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Words tool calls for messages. */
final class CallWords {

    private static final int MOST = 5;

    /** Returns the first few calls, with their arguments. */
    static String listed(List<ToolCall> calls) {
        var more = calls.size() > MOST ? " and " + (calls.size() - MOST) + " more" : "";
        return calls.stream().limit(MOST).map(CallWords::of).collect(Collectors.joining(", ")) + more;
    }

    static String times(List<ToolCall> counted) {
        return "but it was called " + CallCount.times(counted.size()) + ": " + listed(counted);
    }

    /** @throws AssertionFault for a count that no number of calls has */
    static CallCount checked(CallCount count) throws AssertionFault {
        if (count.min() < 0 || (count.max() != null && count.max() < count.min())) {
            throw new AssertionFault("a count is exact, or min and max with min not above max");
        }
        return count;
    }

    static String of(ToolCall call) {
        return call.name() + "(" + arguments(call) + ")";
    }

    /** Returns half a sentence about a tool that was not called. */
    static String others(List<ToolCall> calls) {
        return calls.isEmpty() ? "but no tool was called" : "but what was called is " + listed(calls);
    }

    /** Returns the expected calls as data for results. */
    static JsonNode data(List<CallShape> expected) {
        var data = JsonNodeFactory.instance.arrayNode();
        expected.forEach(shape -> data.add(shape.data()));
        return data;
    }

    /** Returns the first few calls found, as data for results. */
    static Seen seen(List<ToolCall> calls) {
        var data = JsonNodeFactory.instance.arrayNode();
        calls.stream().limit(MOST).forEach(call -> data.addObject().put("name", call.name())
                .set("args", Excerpt.data(call.arguments())));
        return Seen.of(data);
    }

    private static String arguments(ToolCall call) {
        return call.arguments().isEmpty() && call.arguments().isObject() ? "" : Excerpt.of(call.arguments());
    }
}
