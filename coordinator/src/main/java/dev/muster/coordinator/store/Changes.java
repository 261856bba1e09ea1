package dev.muster.coordinator.store;

import module java.base;

/** Wakes followers of runs whenever the store has something new, and keeps the newest results in memory. */
public final class Changes {

    /** Share of the heap; objects take two or three times as much as their text. */
    private static final int SHARE = 64;

    private final RecentResults recent = new RecentResults(Runtime.getRuntime().maxMemory() / SHARE);
    private volatile Consumer<String> whenOver = _ -> {};
    private long version;

    public RecentResults recent() {
        return recent;
    }

    /** @param then what follows the end of a run, whose results are all stored; it must not take long */
    public void whenOver(Consumer<String> then) {
        whenOver = then;
    }

    void over(String run) {
        whenOver.accept(run);
    }

    public synchronized long version() {
        return version;
    }

    synchronized void happened() {
        version++;
        notifyAll();
    }

    /** Waits until something happened after that version, or until the time is up. */
    public synchronized void awaitAfter(long seen, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        long left = atMost.toNanos();
        while (version == seen && left > 0) {
            wait(Math.max(1, left / 1_000_000));
            left = until - System.nanoTime();
        }
    }
}
