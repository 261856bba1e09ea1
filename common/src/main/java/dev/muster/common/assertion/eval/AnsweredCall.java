package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool call and its result.
 *
 * @param answer null when there is none
 */
record AnsweredCall(ToolCall call, @Nullable ToolResult answer) {

    /** Pairs calls and results by id; of several with the same id, in order. */
    static List<AnsweredCall> of(List<ToolCall> calls, List<ToolResult> results) {
        var waiting = new HashMap<String, Queue<ToolResult>>();
        results.forEach(result -> waiting.computeIfAbsent(result.toolCallId(), id -> new ArrayDeque<>()).add(result));
        var answered = new ArrayList<AnsweredCall>();
        calls.forEach(call -> answered.add(new AnsweredCall(call, next(waiting, call))));
        return answered;
    }

    private static @Nullable ToolResult next(Map<String, Queue<ToolResult>> waiting, ToolCall call) {
        var results = waiting.get(call.id());
        return results == null ? null : results.poll();
    }

    /**
     * Returns the result as text, for patterns: a string as it is, anything else as the received JSON; null when there
     * is none.
     */
    @Nullable
    String result() {
        if (answer == null) {
            return null;
        }
        return answer.content().isString() || answer.received() == null ? text(answer.content()) : answer.received();
    }

    static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    static List<ToolCall> calls(List<AnsweredCall> answered) {
        return answered.stream().map(AnsweredCall::call).toList();
    }
}
