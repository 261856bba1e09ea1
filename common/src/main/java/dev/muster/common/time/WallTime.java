package dev.muster.common.time;

import module java.base;

/** Converts the monotonic clock's nanoseconds to wall-clock time, from one reading of both clocks. */
public record WallTime(Instant instant, long nanos) {

    public long msAt(long monotonicNanos) {
        return instant.toEpochMilli() + (monotonicNanos - nanos) / 1_000_000;
    }
}
