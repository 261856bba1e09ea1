package dev.muster.coordinator.analysis.comparison;

/** Two sides of which the second is held to the first. */
public record Pair(Side first, Side second) {}
