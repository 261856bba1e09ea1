package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.run.News;

/** The exit codes of {@code muster run}. */
public enum ExitCode {
    /** All judged cases passed; single skips do not fail a run. */
    PASSED(0),
    /** A case or the gate failed. */
    FAILED(1),
    /** Bad input or configuration, nothing to run, or nothing passed and nothing failed. */
    NOTHING_JUDGED(2),
    /** Muster itself could not finish. */
    BROKEN(3),
    /** The user stopped the run. */
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Whether the gate explains it: the run came to its end. */
    public boolean isOfGate() {
        return this == PASSED || this == FAILED || this == NOTHING_JUDGED;
    }

    /** Returns the code of a completed run. Nothing passed and nothing failed shows nothing, whatever the gate. */
    public static ExitCode of(Summary summary, Gate gate) {
        return of(summary, gate, News.NONE);
    }

    public static ExitCode of(Summary summary, Gate gate, News news) {
        return of(summary, gate, news, Optional.empty());
    }

    /** @param doubt why passes may say nothing, which fails a strict run */
    public static ExitCode of(Summary summary, Gate gate, News news, Optional<String> doubt) {
        if (summary.count(Status.PASSED) + summary.count(Status.FLAKY) + summary.count(Status.FAILED) == 0) {
            return NOTHING_JUDGED;
        }
        return GateCheck.failure(gate, summary.counts(), news).isPresent() || (gate.strict() && doubt.isPresent())
                ? FAILED : PASSED;
    }
}
