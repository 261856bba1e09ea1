package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.run.RunState;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, or its current state.
 *
 * @param stopReason why it ended early; null when it did not
 * @param took duration; until now if the run is not over
 * @param code exit code of {@code muster run}
 * @param tally tally of all results received
 */
public record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally) {}
