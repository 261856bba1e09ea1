package dev.muster.coordinator.run;

import module java.base;

/**
 * A request to stop a run: nothing more is dispatched.
 *
 * @param end the run's state afterwards
 * @param reason beginning of a sentence, for human users
 * @param grace time after which cases in flight are cut off
 */
public record Stopping(RunState end, String reason, Duration grace) {

    /** Long enough for every case to end by itself: each has a timeout of its own. */
    public static final Duration UNHURRIED = Duration.ofDays(365);

    /** Returns a stop of a run that is no longer needed. */
    public static Stopping cancelled(String reason, Duration grace) {
        return new Stopping(RunState.STOPPED, reason, grace);
    }

    /** Returns a stop of a run that may be resumed later. */
    public static Stopping interrupted(Duration grace) {
        return new Stopping(RunState.INTERRUPTED, "interrupted by the user", grace);
    }
}
