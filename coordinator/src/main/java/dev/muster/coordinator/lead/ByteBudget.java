package dev.muster.coordinator.lead;

import java.time.Duration;

/**
 * How many bytes of results may be on their way from the topic to PostgreSQL. One that is larger than all of it passes
 * alone.
 */
final class ByteBudget {

    private static final int SHARE_OF_HEAP = 16;

    private final long limit;
    private long used;

    ByteBudget(long limit) {
        this.limit = limit;
    }

    /** A share of this process's heap. */
    static ByteBudget ofHeap() {
        return new ByteBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /** @return false when there was no room in time */
    synchronized boolean tryTake(long bytes, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (used > 0 && used + bytes > limit) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        used += bytes;
        return true;
    }

    synchronized void giveBack(long bytes) {
        used -= bytes;
        notifyAll();
    }

    synchronized boolean isSpent() {
        return used >= limit;
    }
}
