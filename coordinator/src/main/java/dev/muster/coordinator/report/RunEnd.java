package dev.muster.coordinator.report;

import dev.muster.coordinator.run.RunState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, or where it stood when it was looked at.
 *
 * @param stopReason why it ended before its time; null when it did not
 * @param took until now, for one that goes on
 * @param code what {@code muster run} ended with
 * @param tally of all results that were told
 */
public record RunEnd(RunState state, @Nullable String stopReason, Duration took, ExitCode code, RunTally tally) {}
