package dev.muster.coordinator.analysis.comparison;

/**
 * One cell of one run.
 *
 * @param name for people, and unlike that of every other side
 */
public record Side(String name, String run, int cell) {}
