package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.result.Cause;

/** @param results number of its results with this cause, over its cells and repeats */
public record CaseFailure(Cause cause, String id, int results) {}
