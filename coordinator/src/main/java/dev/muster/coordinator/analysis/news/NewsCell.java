package dev.muster.coordinator.analysis.news;

import org.jspecify.annotations.Nullable;

/**
 * A cell of a run.
 *
 * @param agent whose cases it has, in a cell that leaves the agent to them; null when it has all of its number
 */
record NewsCell(int number, String name, @Nullable String agent) {}
