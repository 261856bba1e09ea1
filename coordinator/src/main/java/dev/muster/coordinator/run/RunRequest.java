package dev.muster.coordinator.run;

/**
 * A run as it is asked for.
 *
 * @param agent the target, for people
 * @param cases how many cases follow: a suite that was cut off on its way does not start
 */
public record RunRequest(String agent, int cases, RunSettings settings) {}
