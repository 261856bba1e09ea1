package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Ordered;

/**
 * A run that was started or resumed.
 *
 * @param agents the targets, for human users
 * @param inputs as the user named them
 * @param results how many it will have
 * @param turns whether any case is a multi-turn conversation
 * @param instructions what agents are instructed to do, by agent
 */
public record StartedRun(String run, String agents, List<String> inputs, int results, boolean turns, Matrix matrix,
        Map<String, String> instructions) {

    public StartedRun {
        inputs = List.copyOf(inputs);
        instructions = Ordered.copy(instructions);
        matrix = Objects.requireNonNullElse(matrix, Matrix.ONCE);
    }
}
