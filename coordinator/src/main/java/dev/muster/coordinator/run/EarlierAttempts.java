package dev.muster.coordinator.run;

/**
 * The earlier attempts of a case.
 *
 * @param attempts attempts that ended without becoming its result
 * @param retries how many of them ended for a retryable cause
 * @param losses how many of them lost their worker
 * @param failures how many of them failed
 */
public record EarlierAttempts(int attempts, int retries, int losses, int failures) {

    public static final EarlierAttempts NONE = new EarlierAttempts(0, 0, 0, 0);
}
