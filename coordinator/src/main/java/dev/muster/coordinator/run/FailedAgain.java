package dev.muster.coordinator.run;

/**
 * What becomes of cases that failed.
 *
 * @param times how often one goes round again in the same run; one that then passes is flaky
 */
public record FailedAgain(int times) {

    /** A failure is a failure. */
    public static final FailedAgain NEVER = new FailedAgain(0);
}
