package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.model.ToolCall;

/** Compares the order in which two tools were called. */
final class CallOrder {

    private CallOrder() {}

    /**
     * Returns why a call does not come after the first call of another tool. Ignores a call that was not made, unless the
     * other is missing.
     *
     * @param own the call's index; -1 when it was not made
     */
    static Optional<String> tooEarly(List<ToolCall> calls, int own, ToolName after) {
        int other = first(calls, after);
        if (own < 0 || (other >= 0 && other < own)) {
            return Optional.empty();
        }
        return Optional.of(other < 0 ? "but " + after + " was not called: " + CallWords.listed(calls)
                : "but it was called first: " + CallWords.listed(calls));
    }

    /** Returns -1 when it was not called. */
    static int first(List<ToolCall> calls, ToolName tool) {
        for (int at = 0; at < calls.size(); at++) {
            if (tool.matches(calls.get(at).name())) {
                return at;
            }
        }
        return -1;
    }
}
