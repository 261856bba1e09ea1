package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.run.About;

/**
 * What is known about a run before its first result.
 *
 * @param agents the targets, for people
 * @param cells names of the run's cells, by number; empty when each case names its own target
 * @param expected number of results it will have
 * @param instructions what agents are instructed to do, by agent
 * @param reruns later runs of a part of it, whose results it shows in place of its own
 */
public record RunHead(String run, String agents, List<String> cells, List<String> inputs, int expected,
        Instant startedAt, About about, Map<String, String> instructions, List<String> reruns) {

    /** A run without labels. */
    public RunHead(String run, String agents, List<String> cells, List<String> inputs, int expected,
            Instant startedAt) {
        this(run, agents, cells, inputs, expected, startedAt, About.NOTHING, Map.of(), List.of());
    }
}
