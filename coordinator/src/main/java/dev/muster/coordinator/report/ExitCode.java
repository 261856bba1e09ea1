package dev.muster.coordinator.report;

import dev.muster.common.config.ProjectConfig.Gate;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.gate.GateCheck;

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

    /** For a run that came to its end, with a gate that nobody set. */
    public static ExitCode of(Summary summary) {
        return of(summary, Gate.NONE);
    }

    /** For a run that came to its end. One in which nothing passed and nothing failed shows nothing, whatever its gate. */
    public static ExitCode of(Summary summary, Gate gate) {
        if (summary.count(Status.PASSED) + summary.count(Status.FLAKY) + summary.count(Status.FAILED) == 0) {
            return NOTHING_JUDGED;
        }
        return GateCheck.failure(gate, summary.counts()).isPresent() ? FAILED : PASSED;
    }
}
