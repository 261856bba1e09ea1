package dev.muster.coordinator.run;

import java.time.Instant;

/**
 * That a run is being stopped.
 *
 * @param end what the run is when it is over
 * @param reason a sentence's beginning, for people
 * @param dropAt what is under way then is cut off
 */
public record Stop(RunState end, String reason, Instant dropAt) {

    /** What the reason begins with where the first failure stopped the run. */
    public static final String FAIL_FAST = "--fail-fast: ";

    /** The same, with what is under way cut off then if that is earlier. */
    public Stop noLaterThan(Instant other) {
        return other.isBefore(dropAt) ? new Stop(end, reason, other) : this;
    }
}
