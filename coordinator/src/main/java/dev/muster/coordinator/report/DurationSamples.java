package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.figures.Spread;
import org.jspecify.annotations.Nullable;

/** Durations in milliseconds, four bytes each, for computing percentiles. */
public final class DurationSamples {

    private int[] values = new int[64];
    private int size;

    public void add(long ms) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = Math.clamp(ms, 0, Integer.MAX_VALUE);
    }

    public @Nullable Spread spread() {
        if (size == 0) {
            return null;
        }
        Arrays.sort(values, 0, size);
        double mean = Arrays.stream(values, 0, size).asLongStream().sum() / (double) size;
        return new Spread(size, mean, percentile(0.5), percentile(0.9), percentile(0.95), percentile(0.99),
                values[size - 1]);
    }

    /** Returns a percentile by nearest rank. */
    private long percentile(double share) {
        return values[Math.clamp((int) Math.ceil(share * size) - 1, 0, size - 1)];
    }
}
