package dev.muster.worker.talk;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import org.jspecify.annotations.Nullable;

/**
 * Why a conversation ended before its final assertions could decide.
 *
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was skipped; null when it was not
 * @param again another attempt may find something else
 */
record Stop(Status status, Cause cause, @Nullable String error, @Nullable String skipReason, boolean again) {

    static Stop failed(Cause cause, @Nullable String error) {
        return new Stop(Status.FAILED, cause, error, null, false);
    }

    static Stop of(TurnEnd end) {
        return new Stop(end.status(), end.cause(), end.error(), null, end.again());
    }
}
