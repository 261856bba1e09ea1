package dev.muster.common.agent;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * How an answer was produced.
 *
 * @param events times by the agent's own clock; null unless every event had a plausible timestamp
 * @param steps in the order they were started, repetitions included
 * @param subAgents in the order they were started, repetitions included
 */
public record Trace(Timeline arrivals, @Nullable Timeline events, List<StepRecord> steps, List<SubAgent> subAgents) {

    /** Returns the trace for a protocol without steps, subagents and timestamps. */
    public static Trace of(Timeline arrivals) {
        return new Trace(arrivals, null, List.of(), List.of());
    }

    /** A run of a subagent inside a run; {@code parent} is the subagent that called it, "" for the agent itself. */
    public record SubAgent(String id, String name, String parent, @Nullable String error) {}

    /** A named step of a run, with the id of the subagent that made it; "" for the agent itself. */
    public record StepRecord(String name, String subAgent) {}

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
}
