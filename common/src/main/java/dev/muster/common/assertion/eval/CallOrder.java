package dev.muster.common.assertion.eval;

import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.Optional;

/** Which of two tools was called first. */
final class CallOrder {

    private CallOrder() {}

    /**
     * Why a call does not come after the first of another tool. One that was not made at all is somebody else's
     * business, unless the other one is missing.
     *
     * @param own the call's place; -1 when it was not made
     */
    static Optional<String> tooEarly(List<ToolCall> calls, int own, ToolName after) {
        int other = first(calls, after);
        if (own < 0 || (other >= 0 && other < own)) {
            return Optional.empty();
        }
        return Optional.of(other < 0 ? "but " + after + " was not called: " + CallWords.listed(calls)
                : "but it was called first: " + CallWords.listed(calls));
    }

    /** -1 when it was not called. */
    static int first(List<ToolCall> calls, ToolName tool) {
        for (int at = 0; at < calls.size(); at++) {
            if (tool.matches(calls.get(at).name())) {
                return at;
            }
        }
        return -1;
    }
}
