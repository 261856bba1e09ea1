package dev.muster.coordinator.run;

import java.io.IOException;

/** Agents that make a run's cases, or report its results: called in this process, or where a fleet is led. */
@FunctionalInterface
public interface HelperAgents {

    /**
     * Asks, and waits for the whole answer.
     *
     * @throws IOException when the fleet can't be reached
     */
    HelperReply ask(HelperQuestion question) throws IOException, InterruptedException;
}
