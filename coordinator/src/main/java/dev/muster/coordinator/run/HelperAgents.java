package dev.muster.coordinator.run;

import module java.base;

/** Calls agents that generate a run's cases or report its results: in this process, or on the fleet's coordinator. */
@FunctionalInterface
public interface HelperAgents {

    /** Waits for the whole answer; throws when the fleet can't be reached. */
    HelperReply ask(HelperQuestion question) throws IOException, InterruptedException;
}
