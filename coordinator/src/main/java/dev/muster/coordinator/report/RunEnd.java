package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, or its current state.
 *
 * @param stopReason why it ended early; null when it did not
 * @param took duration; until now if the run is not over
 */
public record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally) {}
