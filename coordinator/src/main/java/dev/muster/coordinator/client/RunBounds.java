package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.RunLimits;

/**
 * @param priority among the runs of the fleet; 0 is the default, higher runs sooner
 * @param retryFailed how often a failed case is retried
 * @param strict whether a doubt about the results fails the run
 */
public record RunBounds(RunLimits limits, int priority, int retryFailed, boolean strict) {

    public static final RunBounds USUAL = new RunBounds(RunLimits.NONE, 0, 0, false);
}
