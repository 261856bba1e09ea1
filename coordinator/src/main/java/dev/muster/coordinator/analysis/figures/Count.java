package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;

/** The number of results with one status and cause. */
public record Count(Status status, Cause cause, long results) {

    /** Whether such results are listed one by one where passed ones are not. */
    public boolean isTold() {
        return isTold(status, cause);
    }

    public static boolean isTold(Status status, Cause cause) {
        return status != Status.PASSED && status != Status.CANCELLED && cause != Cause.DECIDED;
    }
}
