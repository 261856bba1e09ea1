package dev.muster.common.time;

import java.time.Instant;

/**
 * What the monotonic clock's nanoseconds are on the clock on the wall, from one moment that both were read at.
 *
 * @param nanos on the monotonic clock at that moment
 */
public record WallTime(Instant instant, long nanos) {

    /** Milliseconds since 1970. */
    public long msAt(long monotonicNanos) {
        return instant.toEpochMilli() + (monotonicNanos - nanos) / 1_000_000;
    }
}
