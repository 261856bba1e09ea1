package dev.muster.coordinator.analysis.figures;

/**
 * The distribution of a duration over all results that have it, in milliseconds. Percentiles are measured values: the
 * smallest that at least that share of values does not exceed.
 */
public record Spread(long of, double mean, long median, long p90, long p95, long p99, long most) {}
