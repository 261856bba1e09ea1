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
        long since = ticker.nanos();
        boolean came = first.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (came) {
            try {
                came = awaitToken(since + atMost.toNanos());
            } finally {
                first.release();
            }
        }
        return new Turn(came, Duration.ofNanos(ticker.nanos() - since));
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
}
