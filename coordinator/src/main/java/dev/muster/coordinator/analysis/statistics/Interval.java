package dev.muster.coordinator.analysis.statistics;

/** Where a true value lies, at {@link #CONFIDENCE}. */
public record Interval(double low, double high) {

    /** The share of such intervals that hold the true value. */
    public static final double CONFIDENCE = 0.95;
    /** How often a difference may be shown where there is none. */
    public static final double ALPHA = 0.05;
}
