package dev.muster.coordinator.run;

/**
 * What becomes of cases that failed.
 *
 * @param times how often one goes round again in the same run; one that then passes is flaky
 * @param flakyPasses whether the gate takes flaky cases for passed ones
 */
public record FailedAgain(int times, boolean flakyPasses) {

    /** A failure is a failure. */
    public static final FailedAgain NEVER = new FailedAgain(0, false);
}
