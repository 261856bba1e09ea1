package dev.muster.coordinator.analysis.comparison;

/** Two sides; the second is compared against the first. */
public record Pair(Side first, Side second) {}
