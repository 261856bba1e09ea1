package dev.muster.coordinator.run;

import module java.base;

/**
 * A stop in progress.
 *
 * @param end the run's state once it is over
 * @param reason beginning of a sentence, for human users
 * @param dropAt when cases in flight are cut off
 */
public record Stop(RunState end, String reason, Instant dropAt) {

    /** The beginning of the reason where the first failure stopped the run. */
    public static final String FAIL_FAST = "--fail-fast: ";

    /** Returns the same stop, with cases in flight cut off then if that is earlier. */
    public Stop noLaterThan(Instant other) {
        return other.isBefore(dropAt) ? new Stop(end, reason, other) : this;
    }
}
