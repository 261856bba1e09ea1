package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.store.Inheritance.SpentSoFar;
import org.jspecify.annotations.Nullable;

/** The time that a run has been active, without pauses. */
final class RunTime {

    private final Instant from;
    private Duration paused = Duration.ZERO;
    private @Nullable Instant pausedAt;

    RunTime(Instant from) {
        this.from = from;
    }

    /** Returns the time of a run that was begun under an earlier coordinator. */
    static RunTime after(SpentSoFar before, Instant now) {
        var time = new RunTime(now.minus(before.elapsed()));
        if (before.paused()) {
            time.pause(true, now);
        }
        return time;
    }

    boolean isPaused() {
        return pausedAt != null;
    }

    void pause(boolean begins, Instant now) {
        if (begins) {
            pausedAt = pausedAt == null ? now : pausedAt;
        } else if (pausedAt != null) {
            paused = paused.plus(Duration.between(pausedAt, now));
            pausedAt = null;
        }
    }

    Duration elapsed(Instant now) {
        return Duration.between(from, pausedAt == null ? now : pausedAt).minus(paused);
    }
}
