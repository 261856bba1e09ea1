package dev.muster.cli.session;

import dev.muster.coordinator.run.HelperAgents;

/** Agents that generate or report the cases of a run: called by the coordinator at an address, or else from here. */
public record HelperAccess(HelperAgents agents, Runnable closing) implements AutoCloseable {

    @Override
    public void close() {
        closing.run();
    }
}
