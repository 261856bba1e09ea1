package dev.muster.common.message;

import java.time.Duration;

import dev.muster.common.config.RetryPolicy;

/**
 * How an attempt is run.
 *
 * @param timeout of the whole case
 * @param retry of a single call
 */
public record AttemptSettings(Duration timeout, RetryPolicy retry) {
}
