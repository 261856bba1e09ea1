package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;

/** A tool call and its first result; null when there is none. */
public record CallMade(ToolCall call, @Nullable ToolResult result) {

    public static List<CallMade> of(TurnResult turn) {
        return of(turn.answer().toolCalls(), turn.answer().toolResults());
    }

    /** Returns the calls of a result; matches conversations turn by turn, as an agent may reuse an id. */
    public static List<CallMade> of(CaseResult result) {
        return result.dialogue() == null ? of(result.observed().toolCalls(), result.observed().toolResults())
                : result.dialogue().turns().stream().flatMap(turn -> of(turn).stream()).toList();
    }

    private static List<CallMade> of(List<ToolCall> calls, List<ToolResult> results) {
        return calls.stream().map(call -> new CallMade(call, results.stream()
                .filter(result -> result.toolCallId().equals(call.id())).findFirst().orElse(null))).toList();
    }
}
