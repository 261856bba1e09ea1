package dev.muster.common.config;

import java.time.Duration;

/**
 * How one call to an agent is tried again while no byte of an answer came.
 *
 * @param maxAttempts of a call that finds nobody; at least 1
 * @param initialDelay doubled each time
 * @param maxWait longest sum of waits for a busy agent (429, 503 and the like)
 */
public record RetryPolicy(int maxAttempts, Duration initialDelay, Duration maxWait) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofMinutes(10));
}
