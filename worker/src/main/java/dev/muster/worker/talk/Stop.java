package dev.muster.worker.talk;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.jspecify.annotations.Nullable;

/**
 * Why a conversation failed, or has no verdict, whatever its final assertions find.
 *
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was skipped; null when it was not
 * @param again another attempt may find something else
 * @param wentOn the conversation came to its end all the same, so that the final assertions are evaluated, too
 */
record Stop(Status status, Cause cause, @Nullable String error, @Nullable String skipReason, boolean again,
        boolean wentOn) {

    Stop(Status status, Cause cause, @Nullable String error, @Nullable String skipReason, boolean again) {
        this(status, cause, error, skipReason, again, false);
    }

    /** The same, of a turn that let the conversation go on. */
    Stop goingOn() {
        return new Stop(status, cause, error, skipReason, again, true);
    }

    static Stop failed(Cause cause, @Nullable String error) {
        return new Stop(Status.FAILED, cause, error, null, false);
    }

    static Stop of(TurnEnd end) {
        return new Stop(end.status(), end.cause(), end.error(), null, end.again());
    }
}
