package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;

/**
 * A run of a subagent inside of a run.
 *
 * @param id of its run
 * @param parent the id of the subagent that called it; "" for the agent itself
 * @param error what it failed with; null when it did not
 */
public record SubAgent(String id, String name, String parent, @Nullable String error) {}
