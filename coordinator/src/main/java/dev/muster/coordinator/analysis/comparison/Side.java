package dev.muster.coordinator.analysis.comparison;

/**
 * One cell of one run.
 *
 * @param name for human users, unique among the sides
 */
public record Side(String name, String run, int cell) {}
