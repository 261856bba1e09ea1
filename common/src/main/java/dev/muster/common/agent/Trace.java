package dev.muster.common.agent;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The steps and times of an answer.
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
}
