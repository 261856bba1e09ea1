package dev.muster.common.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an answer came about.
 *
 * @param arrivals by the time of arrival
 * @param events by the agent's own clock; null unless every event had a plausible time on it
 * @param steps in the order they were started, as often as they were
 * @param subAgents in the order they were started, as often as they were
 */
public record Trace(Timeline arrivals, @Nullable Timeline events, List<StepRecord> steps, List<SubAgent> subAgents) {

    public Trace {
        steps = List.copyOf(steps);
        subAgents = List.copyOf(subAgents);
    }

    /** Of a protocol that knows neither steps nor subagents nor times of its own. */
    public static Trace of(Timeline arrivals) {
        return new Trace(arrivals, null, List.of(), List.of());
    }
}
