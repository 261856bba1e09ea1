package dev.muster.coordinator.lead;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The fleet's clock for silence: the carrier's time of each append, with no step longer than two seconds. So nobody
 * grows silent while the broker is away, and no two machines' clocks are compared.
 */
final class FleetTime {

    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    private Duration elapsed = Duration.ZERO;
    private @Nullable Instant newest;

    /** An append was seen. */
    void seen(Instant appended) {
        if (newest != null && appended.isAfter(newest)) {
            var step = Duration.between(newest, appended);
            elapsed = elapsed.plus(step.compareTo(LONGEST_STEP) > 0 ? LONGEST_STEP : step);
        }
        newest = newest == null || appended.isAfter(newest) ? appended : newest;
    }

    Duration now() {
        return elapsed;
    }
}
