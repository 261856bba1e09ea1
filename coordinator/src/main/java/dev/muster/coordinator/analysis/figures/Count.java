package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;

/** How many results have a status for one cause. */
public record Count(Status status, Cause cause, long results) {

    /** Whether they are shown one by one where what passed is not. */
    public boolean isTold() {
        return isTold(status, cause);
    }

    /** Of one such result. */
    public static boolean isTold(Status status, Cause cause) {
        return status != Status.PASSED && status != Status.CANCELLED && cause != Cause.DECIDED;
    }
}
