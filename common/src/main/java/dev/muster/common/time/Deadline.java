package dev.muster.common.time;

import java.time.Duration;

/**
 * The moment by which something must have ended, on the monotonic clock. One object for a whole case, handed down.
 * Time that is not the agent's (waiting for a limit) is given back with {@link #extend}.
 */
public final class Deadline {

    private final Ticker ticker;
    private final Duration limit;
    private long end;

    private Deadline(Ticker ticker, Duration limit) {
        this.ticker = ticker;
        this.limit = limit;
        this.end = ticker.nanos() + limit.toNanos();
    }

    public static Deadline in(Duration limit, Ticker ticker) {
        return new Deadline(ticker, limit);
    }

    /** What was allowed at first, for messages: {@code timeout after 30s}. */
    public Duration limit() {
        return limit;
    }

    /** Zero or more. */
    public synchronized Duration left() {
        return Duration.ofNanos(Math.max(0, end - ticker.nanos()));
    }

    public boolean passed() {
        return left().isZero();
    }

    public synchronized void extend(Duration waited) {
        end += waited.toNanos();
    }
}
