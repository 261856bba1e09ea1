package dev.muster.coordinator.run;

/**
 * A run as it is asked for.
 *
 * @param agent the target, for people
 */
public record RunRequest(String agent, RunSettings settings) {
}
