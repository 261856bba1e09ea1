package dev.muster.coordinator.run;

import java.util.List;
import java.util.Objects;

/**
 * A run that has begun, or goes on.
 *
 * @param agents the targets, for people
 * @param inputs as a person named them
 * @param results how many it will have
 * @param turns whether any case is a conversation of several turns
 * @param matrix in which cells the cases are run, and how often
 */
public record StartedRun(String run, String agents, List<String> inputs, int results, boolean turns, Matrix matrix) {

    public StartedRun {
        inputs = List.copyOf(inputs);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
    }
}
