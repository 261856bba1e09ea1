package dev.muster.coordinator.analysis.statistics;

/** A confidence interval, at {@link #CONFIDENCE}. */
public record Interval(double low, double high) {

    /** The share of such intervals that contain the true value. */
    public static final double CONFIDENCE = 0.95;
    /** The probability of showing a difference where there is none. */
    public static final double ALPHA = 0.05;
}
