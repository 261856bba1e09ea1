package dev.muster.coordinator.run;

import java.time.Duration;

/**
 * How a run is stopped: nothing more is handed out.
 *
 * @param end what the run is then
 * @param reason a sentence's beginning, for people
 * @param grace after which what is under way is cut off
 */
public record Stopping(RunState end, String reason, Duration grace) {

    /** So long that every case ends by itself: each has a limit of its own. */
    public static final Duration UNHURRIED = Duration.ofDays(365);

    /** Somebody does not want it any more. */
    public static Stopping cancelled(String reason, Duration grace) {
        return new Stopping(RunState.STOPPED, reason, grace);
    }

    /** Somebody may go on with it later. */
    public static Stopping interrupted(Duration grace) {
        return new Stopping(RunState.INTERRUPTED, "interrupted by the user", grace);
    }
}
