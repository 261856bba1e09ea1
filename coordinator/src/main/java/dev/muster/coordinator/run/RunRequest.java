package dev.muster.coordinator.run;

/**
 * A request to start a run.
 *
 * @param agent the target, for human users
 * @param cases how many cases follow: a suite that was cut off in transit does not start
 */
public record RunRequest(String agent, int cases, RunSettings settings) {}
