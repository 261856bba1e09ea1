package dev.muster.coordinator.run;

import module java.base;

/**
 * A run that was started or resumed.
 *
 * @param agents the targets, for human users
 * @param inputs as the user named them
 * @param results how many it will have
 * @param turns whether any case is a multi-turn conversation
 */
public record StartedRun(String run, String agents, List<String> inputs, int results, boolean turns, Matrix matrix,
        About about) {

    public StartedRun {
        inputs = List.copyOf(inputs);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
        about = Objects.requireNonNullElse(about, About.NOTHING);
    }

    /** A run without labels. */
    public StartedRun(String run, String agents, List<String> inputs, int results, boolean turns, Matrix matrix) {
        this(run, agents, inputs, results, turns, matrix, About.NOTHING);
    }
}
