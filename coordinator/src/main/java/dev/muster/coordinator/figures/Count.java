package dev.muster.coordinator.figures;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;

/** How many results have a status for one cause. */
public record Count(Status status, Cause cause, long results) {}
