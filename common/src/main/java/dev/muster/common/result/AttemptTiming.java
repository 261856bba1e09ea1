package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Flat;

/**
 * The times of the attempt.
 *
 * @param durationMs from the start of the attempt to its end
 * @param workingMs the duration without waits for rate limits and between tries of a call
 * @param firstEventMs from sending the last call to the first byte of its answer; -1 when there was none
 * @param startedAt by the worker's clock
 */
@Flat
public record AttemptTiming(long durationMs, long workingMs, long firstEventMs, Instant startedAt) {

    public AttemptTiming {
        Objects.requireNonNull(startedAt, "started_at");
    }

    public static AttemptTiming none(Instant at) {
        return new AttemptTiming(0, 0, -1, at);
    }
}
