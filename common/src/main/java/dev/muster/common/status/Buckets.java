package dev.muster.common.status;

import module java.base;

/** Upper bounds of duration histograms: the same wherever the same thing is measured. */
public final class Buckets {

    private Buckets() {}

    public static Duration[] ofCalls() {
        return millis(25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000);
    }

    public static Duration[] ofCases() {
        return millis(100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 900_000,
                3_600_000);
    }

    private static Duration[] millis(long... bounds) {
        return LongStream.of(bounds).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
