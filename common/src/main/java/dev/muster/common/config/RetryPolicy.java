package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The retries of a call to an agent while no byte of an answer has arrived.
 *
 * @param maxAttempts maximum number of tries of an unreachable agent; at least 1
 * @param initialDelay doubled each time
 * @param firstAttempts maximum number of tries while nothing listens at the agent's address and this process has not
 *     had an answer from there; null for {@code maxAttempts}
 * @param maxWait maximum total wait for a busy agent (429, 502, 503, 504)
 */
public record RetryPolicy(int maxAttempts, @Nullable Integer firstAttempts, Duration initialDelay, Duration maxWait) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofSeconds(1), Duration.ofMinutes(10));

    /** Three seconds with the usual delay. */
    private static final int SOON = 3;

    public RetryPolicy(int maxAttempts, Duration initialDelay, Duration maxWait) {
        this(maxAttempts, null, initialDelay, maxWait);
    }

    /** Returns a policy that gives up sooner on an agent that never answered, unless this one sets the attempts. */
    public RetryPolicy soon() {
        return firstAttempts != null ? this
                : new RetryPolicy(maxAttempts, Math.min(SOON, maxAttempts), initialDelay, maxWait);
    }

    /** Whether an agent that never answered is given up before others, and then not tried by another attempt either. */
    public boolean givesUpSooner() {
        return firstAttempts != null && firstAttempts < maxAttempts;
    }

    /** Returns the maximum number of tries of an agent that has, or has not, answered before. */
    public int attempts(boolean answered) {
        return answered || firstAttempts == null ? maxAttempts : firstAttempts;
    }
}
