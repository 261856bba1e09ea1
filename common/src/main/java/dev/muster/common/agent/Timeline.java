package dev.muster.common.agent;

import module java.base;

/**
 * The times of an answer's tool calls, all on one clock, in milliseconds.
 *
 * @param startedMs start of the answer: the first event by the agent's clock, sending the request by arrival
 * @param endedMs its last event
 * @param fromEvents true for the agent's own clock, since 1970; false for arrival, since the request was sent
 */
public record Timeline(long startedMs, long endedMs, List<CallTime> calls, boolean fromEvents) {

    /** Returns a timeline by arrival, without tool calls. */
    public static Timeline until(long endedMs) {
        return new Timeline(0, endedMs, List.of(), false);
    }

    public long durationMs() {
        return endedMs - startedMs;
    }

    /**
     * The times of a tool call.
     *
     * @param endedMs when its arguments were complete
     * @param resultMs when its result arrived; -1 when none did
     */
    public record CallTime(String id, long startedMs, long endedMs, long resultMs) {

        /** Returns the time that counts: that of the result, or of the end when there is no result. */
        public long atMs() {
            return resultMs < 0 ? endedMs : resultMs;
        }
    }
}
