package dev.muster.coordinator.run;

/**
 * The retries of failed cases.
 *
 * @param times how often a failed case is retried in the same run; one that then passes is flaky
 */
public record FailedAgain(int times) {

    /** No retries: a failure stays a failure. */
    public static final FailedAgain NEVER = new FailedAgain(0);
}
