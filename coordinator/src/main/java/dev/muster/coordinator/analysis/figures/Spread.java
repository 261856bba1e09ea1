package dev.muster.coordinator.analysis.figures;

/**
 * How long something took, over all results that know it; milliseconds. Percentiles are values that were measured: the
 * first that at least so many are not above.
 *
 * @param of how many know it
 */
public record Spread(long of, double mean, long median, long p90, long p95, long p99, long most) {}
