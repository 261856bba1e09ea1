package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;

/**
 * A run of a subagent inside a run.
 *
 * @param id of its run
 * @param parent the id of the subagent that called it; "" for the agent itself
 * @param error its error; null when it did not fail
 */
public record SubAgent(String id, String name, String parent, @Nullable String error) {}
