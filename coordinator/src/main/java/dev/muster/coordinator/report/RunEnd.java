package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.gate.GateOutcome;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, or its current state.
 *
 * @param stopReason why it ended early; null when it did not
 * @param took duration; until now if the run is not over
 * @param gate what its gate decided; null when it is not over, and when the numbers of results say it all
 */
public record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally,
        News news, @Nullable GateOutcome gate) {}
