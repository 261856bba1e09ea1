package dev.muster.common.message;

import dev.muster.common.config.RetryPolicy;
import java.time.Duration;

/**
 * How an attempt is run.
 *
 * @param timeout of the whole case
 * @param retry of a single call
 */
public record AttemptSettings(Duration timeout, RetryPolicy retry) {}
