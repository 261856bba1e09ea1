package dev.muster.coordinator.report;

import java.util.Arrays;
import java.util.OptionalLong;

/** Milliseconds, four bytes each, from which percentiles are read. */
public final class Durations {

    private int[] values = new int[64];
    private int size;
    private boolean sorted = true;

    void add(long ms) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = Math.clamp(ms, 0, Integer.MAX_VALUE);
        sorted = false;
    }

    /**
     * The nearest rank: the smallest value that so many are not above.
     *
     * @param share 0 to 1
     */
    public OptionalLong percentile(double share) {
        if (size == 0) {
            return OptionalLong.empty();
        }
        if (!sorted) {
            Arrays.sort(values, 0, size);
            sorted = true;
        }
        return OptionalLong.of(values[Math.clamp((int) Math.ceil(share * size) - 1, 0, size - 1)]);
    }
}
