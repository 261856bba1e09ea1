package dev.muster.coordinator.run;

/** How often a failed case is retried in the same run; one that then passes is flaky. */
public record FailedAgain(int times) {

    /** No retries: a failure stays a failure. */
    public static final FailedAgain NEVER = new FailedAgain(0);
}
