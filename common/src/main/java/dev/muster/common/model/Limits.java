package dev.muster.common.model;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts, retries and repeats of a case.
 *
 * @param timeout timeout of the whole case; null uses the run's
 * @param turnTimeout timeout of each turn without its own; null: only the case's applies
 * @param retries how often the case is retried for causes that allow it; null uses the run's
 * @param repeat how often the case is run; null uses the run's
 */
public record Limits(@Nullable Duration timeout, @Nullable Duration turnTimeout, @Nullable Integer retries,
        @Nullable Integer repeat) {

    public static final Limits NONE = new Limits(null, null, null, null);
}
