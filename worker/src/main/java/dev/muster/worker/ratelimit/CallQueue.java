package dev.muster.worker.ratelimit;

import module java.base;

import dev.muster.common.agent.Traffic.Turn;
import dev.muster.common.time.Ticker;

/** The queue of calls to one agent: first come, first served, and only the first one watches the clock. */
final class CallQueue {

    private final Ticker ticker;
    private final TokenBucket bucket;
    private final Semaphore first = new Semaphore(1, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean open;

    /** @param perSecond infinite without a limit */
    CallQueue(double perSecond, Ticker ticker) {
        this.ticker = ticker;
        this.bucket = new TokenBucket(perSecond, ticker);
        this.open = perSecond == Double.POSITIVE_INFINITY;
    }

    /** Applies a new rate from now on; the first call begins after the pause. */
    void change(double perSecond, Duration pause) {
        lock.lock();
        try {
            bucket.rate(perSecond);
            if (!pause.isZero()) {
                bucket.pause(pause);
            }
            open = perSecond == Double.POSITIVE_INFINITY && pause.isZero();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Turn turn(Duration atMost) throws InterruptedException {
        if (open) {
            return Turn.AT_ONCE;
        }
        long asked = ticker.nanos();
        boolean came = first.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (came) {
            try {
                came = awaitToken(asked + atMost.toNanos());
            } finally {
                first.release();
            }
        }
        return new Turn(came, Duration.ofNanos(ticker.nanos() - asked));
    }

    private boolean awaitToken(long until) throws InterruptedException {
        lock.lock();
        try {
            for (long wait = bucket.take(); wait > 0; wait = bucket.take()) {
                long left = until - ticker.nanos();
                if (left <= 0) {
                    return false;
                }
                var _ = changed.awaitNanos(Math.min(wait, left));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets calls begin at a rate, one by one. It starts empty, and unused capacity is kept for one call only; but a waiter
     * that woke up late gets that time back. Used by one thread at a time.
     */
    static final class TokenBucket {

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
}
