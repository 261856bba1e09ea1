package dev.muster.common.time;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The time by which something must have ended, on the monotonic clock. One object for a whole case, passed down. {@link
 * #extend} adds back time that is not the agent's (waiting for a rate limit).
 */
public final class Deadline {

    private final Ticker ticker;
    private final Duration limit;
    private final @Nullable Deadline outer;
    private long end;
    private Duration given = Duration.ZERO;

    private Deadline(Ticker ticker, Duration limit, @Nullable Deadline outer) {
        this.ticker = ticker;
        this.limit = limit;
        this.outer = outer;
        this.end = ticker.nanos() + limit.toNanos();
    }

    public static Deadline in(Duration limit, Ticker ticker) {
        return new Deadline(ticker, limit, null);
    }

    /** Returns a shorter deadline inside this one, which also passes when this does. Extending it extends both. */
    public Deadline within(Duration shorter) {
        var inner = new Deadline(ticker, shorter, this);
        return shorter.compareTo(left()) < 0 ? inner : this;
    }

    /** Returns the initial limit, for messages: {@code timeout after 30s}. */
    public Duration limit() {
        return limit;
    }

    public synchronized Duration left() {
        var own = Duration.ofNanos(Math.max(0, end - ticker.nanos()));
        return outer == null || own.compareTo(outer.left()) < 0 ? own : outer.left();
    }

    public boolean passed() {
        return left().isZero();
    }

    /** Returns all time added back so far. */
    public synchronized Duration given() {
        return given;
    }

    /** Returns how long ago it passed; zero before. */
    public synchronized Duration past() {
        var own = Duration.ofNanos(Math.max(0, ticker.nanos() - end));
        return outer == null || own.compareTo(outer.past()) > 0 ? own : outer.past();
    }

    public synchronized void extend(Duration waited) {
        end += waited.toNanos();
        given = given.plus(waited);
        if (outer != null) {
            outer.extend(waited);
        }
    }
}
