package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, or its current state.
 *
 * @param stopReason why it ended early; null when it did not
 * @param took duration; until now if the run is not over
 * @param basis whether its gate counts the pass rate or newly failing cases; null when only the pass rate can count
 */
public record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally,
        News news, @Nullable String basis) {

    /** Without news. */
    public RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally) {
        this(state, stopReason, took, code, tally, News.NONE, null);
    }
}
