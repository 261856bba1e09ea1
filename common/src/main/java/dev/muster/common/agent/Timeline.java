package dev.muster.common.agent;

import java.util.List;

/**
 * When the calls of an answer happened, all on one clock, in milliseconds.
 *
 * @param startedMs of the answer: its first event on the clock of the events, sending the request on that of arrival
 * @param endedMs its last event
 * @param calls in the order they were started
 * @param fromEvents on the agent's own clock, since 1970; else from sending the request, by arrival
 */
public record Timeline(long startedMs, long endedMs, List<CallTime> calls, boolean fromEvents) {

    public Timeline {
        calls = List.copyOf(calls);
    }

    /** By arrival, without any call. */
    public static Timeline until(long endedMs) {
        return new Timeline(0, endedMs, List.of(), false);
    }

    public long durationMs() {
        return endedMs - startedMs;
    }

    /**
     * A tool call.
     *
     * @param id of the call
     * @param endedMs its arguments were complete
     * @param resultMs its result came; -1 when none did
     */
    public record CallTime(String id, long startedMs, long endedMs, long resultMs) {

        /** The moment that counts: the result's, or that of the end when there is none. */
        public long atMs() {
            return resultMs < 0 ? endedMs : resultMs;
        }
    }
}
