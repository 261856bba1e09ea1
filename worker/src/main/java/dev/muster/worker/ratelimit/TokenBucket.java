package dev.muster.worker.ratelimit;

import module java.base;
import dev.muster.common.time.Ticker;

/**
 * Lets calls begin at a rate, one by one. It starts empty, and unused capacity is kept for one call only; but a waiter
 * that woke up late gets that time back. Used by one thread at a time.
 */
final class TokenBucket {

    /** Returned by {@link #take} when no call will ever begin at this rate. */
    static final long NEVER = Long.MAX_VALUE;

    /** Most time that is made up for when a waiter oversleeps. */
    private static final double LATE_SECONDS = 0.25;

    private final Ticker ticker;
    private double perSecond;
    private double tokens;
    private long countedTo;
    private long pausedUntil;
    private boolean awaited;

    /** @param perSecond infinite without a limit */
    TokenBucket(double perSecond, Ticker ticker) {
        this.perSecond = perSecond;
        this.ticker = ticker;
        this.countedTo = ticker.nanos();
        this.pausedUntil = countedTo;
    }

    /** Sets the rate from now on; 0 lets no call begin, and drops unused capacity. */
    void rate(double next) {
        count();
        perSecond = next;
        tokens = next == 0 ? 0 : tokens;
    }

    void pause(Duration length) {
        count();
        pausedUntil = Math.max(pausedUntil, ticker.nanos() + length.toNanos());
        countedTo = Math.max(countedTo, pausedUntil);
    }

    /** @return 0 when a call begins now, else how many nanoseconds to wait before asking again */
    long take() {
        long paused = pausedUntil - ticker.nanos();
        if (paused > 0) {
            return paused;
        }
        if (perSecond == Double.POSITIVE_INFINITY) {
            return 0;
        }
        count();
        awaited = tokens < 1;
        if (awaited) {
            return perSecond == 0 ? NEVER : Math.max(1, (long) Math.ceil((1 - tokens) / perSecond * 1e9));
        }
        tokens--;
        return 0;
    }

    private void count() {
        long now = ticker.nanos();
        if (now > countedTo) {
            double most = awaited ? 1 + perSecond * LATE_SECONDS : 1;
            double counted = perSecond == Double.POSITIVE_INFINITY ? 0 : (now - countedTo) / 1e9 * perSecond;
            tokens = Math.min(most, tokens + counted);
            countedTo = now;
        }
    }
}
