package dev.muster.coordinator.report;

import dev.muster.common.result.Status;

/** What {@code muster run} ends with. */
public enum ExitCode {
    /** All that were judged passed; single skips do not fail a run. */
    PASSED(0),
    /** A case failed, or the gate did. */
    FAILED(1),
    /** Bad input or configuration, nothing to run, or nothing that passed or failed. */
    NOTHING_JUDGED(2),
    /** Muster itself could not finish. */
    BROKEN(3),
    /** A person stopped it. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /**
     * For a run that came to its end, with the gate's defaults: every judged case passes, no error of the
     * infrastructure, any number of skips. A case that was cancelled was not judged, and a gate that does not know fails
     * closed.
     */
    public static ExitCode of(Summary summary) {
        return of(summary, false);
    }

    /** @param flakyPasses whether the gate takes flaky cases for passed ones */
    public static ExitCode of(Summary summary, boolean flakyPasses) {
        int failed = summary.count(Status.FAILED) + (flakyPasses ? 0 : summary.count(Status.FLAKY));
        if (summary.count(Status.PASSED) + summary.count(Status.FLAKY) + failed == 0) {
            return NOTHING_JUDGED;
        }
        int unknown = summary.count(Status.ERROR) + summary.count(Status.CANCELLED);
        return failed + unknown > 0 ? FAILED : PASSED;
    }
}
