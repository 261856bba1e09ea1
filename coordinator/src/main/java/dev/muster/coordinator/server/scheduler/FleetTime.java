package dev.muster.coordinator.server.scheduler;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The fleet's clock for silence: the broker's append times, with no step longer than two seconds and none backwards. So
 * no worker falls silent while the broker is away, no two machines' clocks are compared, and setting back the broker's
 * clock does not stop this one.
 */
final class FleetTime {

    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    private Duration elapsed = Duration.ZERO;
    private @Nullable Instant newest;

    void seen(Instant appended) {
        if (newest != null) {
            elapsed = elapsed.plus(step(newest, appended));
        }
        newest = appended;
    }

    Duration now() {
        return elapsed;
    }

    private static Duration step(Instant from, Instant to) {
        var step = Duration.between(from, to);
        if (step.isNegative()) {
            return Duration.ZERO;
        }
        return step.compareTo(LONGEST_STEP) > 0 ? LONGEST_STEP : step;
    }
}
