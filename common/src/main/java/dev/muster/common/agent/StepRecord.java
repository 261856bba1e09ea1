package dev.muster.common.agent;

/**
 * A named step of a run.
 *
 * @param subAgent the id of the subagent that made it; "" for the agent itself
 */
public record StepRecord(String name, String subAgent) {}
