package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.time.Threads;

/** Limits the bytes of results in flight from the topic to PostgreSQL. A larger result than that passes alone. */
final class ByteBudget {

    private static final int SHARE_OF_HEAP = 16;

    private final long limit;
    private final Threads threads;
    private final Semaphore freed = new Semaphore(0);
    private long used;

    ByteBudget(long limit, Threads threads) {
        this.limit = limit;
        this.threads = threads;
    }

    static ByteBudget ofHeap(Threads threads) {
        return new ByteBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, threads);
    }

    /** For one thread. Returns false when there was no room in time, or hardly more. */
    boolean tryTake(long bytes, Duration atMost) throws InterruptedException {
        freed.drainPermits();
        if (takes(bytes)) {
            return true;
        }
        threads.acquire(freed, atMost);
        return takes(bytes);
    }

    private synchronized boolean takes(long bytes) {
        if (used > 0 && used + bytes > limit) {
            return false;
        }
        used += bytes;
        return true;
    }

    synchronized void giveBack(long bytes) {
        used -= bytes;
        freed.release();
    }

    synchronized boolean isSpent() {
        return used >= limit;
    }
}
