package dev.muster.coordinator.run;

import java.util.List;

/**
 * A run that has begun, or goes on.
 *
 * @param agents the targets, for people
 * @param inputs as a person named them
 * @param cases how many results it will have
 * @param turns whether any case is a conversation of several turns
 */
public record StartedRun(String run, String agents, List<String> inputs, int cases, boolean turns) {

    public StartedRun {
        inputs = List.copyOf(inputs);
    }
}
