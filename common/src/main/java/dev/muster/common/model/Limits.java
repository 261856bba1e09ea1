package dev.muster.common.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long and how often.
 *
 * @param timeout of the whole case; null takes the run's
 * @param turnTimeout of each turn that has none of its own; null: only the case's counts
 * @param retries how often the case may go round again for the causes that allow it; null takes the run's
 * @param repeat how often the case is run; null takes the run's
 */
public record Limits(@Nullable Duration timeout, @Nullable Duration turnTimeout, @Nullable Integer retries,
        @Nullable Integer repeat) {

    public static final Limits NONE = new Limits(null, null, null, null);
}
