package dev.muster.common.config;

import module java.base;

/**
 * The retries of a call to an agent while no byte of an answer has arrived.
 *
 * @param maxAttempts maximum number of tries of an unreachable agent; at least 1
 * @param initialDelay doubled each time
 * @param maxWait maximum total wait for a busy agent (429, 502, 503, 504)
 */
public record RetryPolicy(int maxAttempts, Duration initialDelay, Duration maxWait) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofMinutes(10));
}
