package dev.muster.coordinator.run;

/**
 * What happened to a case before.
 *
 * @param attempts that ended without becoming its result
 * @param retries those of them that ended for a cause that goes round again
 * @param losses those of them whose worker was lost
 * @param failures those of them that failed
 */
public record EarlierAttempts(int attempts, int retries, int losses, int failures) {

    public static final EarlierAttempts NONE = new EarlierAttempts(0, 0, 0, 0);
}
