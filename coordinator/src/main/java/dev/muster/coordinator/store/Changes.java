package dev.muster.coordinator.store;

import java.time.Duration;

/** Wakes those who follow runs whenever the store has something new. */
public final class Changes {

    private long version;

    public synchronized long version() {
        return version;
    }

    synchronized void happened() {
        version++;
        notifyAll();
    }

    /** Waits until something happened after that version, or the time is over. */
    public synchronized void awaitAfter(long seen, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        long left = atMost.toNanos();
        while (version == seen && left > 0) {
            wait(Math.max(1, left / 1_000_000));
            left = until - System.nanoTime();
        }
    }
}
