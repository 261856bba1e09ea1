package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The limits at which a run is stopped; null means no limit.
 *
 * @param maxCostUsd US dollars, for targets and helpers
 * @param maxErrors cases that end in an error
 * @param maxDuration since it began, without the time that it was paused
 */
public record RunLimits(@Nullable BigDecimal maxCostUsd, @Nullable Integer maxErrors,
        @Nullable Duration maxDuration) {

    public static final RunLimits NONE = new RunLimits(null, null, null);
}
