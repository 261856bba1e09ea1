package dev.muster.coordinator.store;

import module java.base;

/** Wakes followers of runs whenever the store has something new, and keeps the newest results in memory. */
public final class Changes {

    /** Share of the heap; objects take two or three times as much as their text. */
    private static final int SHARE = 64;

    private final RecentResults recent = new RecentResults(Runtime.getRuntime().maxMemory() / SHARE);
    private volatile Consumer<String> whenOver = _ -> {};
    private long version;
    private long ends;

    /** What a follower has seen: the number of writes, and of runs that ended. */
    public record Seen(long version, long ends) {}

    public RecentResults recent() {
        return recent;
    }

    /** @param then what follows the end of a run, whose results are all stored; it must not take long */
    public void whenOver(Consumer<String> then) {
        whenOver = whenOver.andThen(then);
    }

    void over(String run) {
        whenOver.accept(run);
        ended();
    }

    private synchronized void ended() {
        ends++;
    }

    public synchronized Seen seen() {
        return new Seen(version, ends);
    }

    synchronized void happened() {
        version++;
        notifyAll();
    }

    /** Waits for news at most for one time; after news waits for more at most for another, unless a run ends. */
    public synchronized void awaitAfter(Seen seen, Duration atMost, Duration gather) throws InterruptedException {
        await(() -> version != seen.version, atMost);
        if (version != seen.version) {
            await(() -> ends != seen.ends, gather);
        }
    }

    private synchronized void await(BooleanSupplier what, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        long left = atMost.toNanos();
        while (!what.getAsBoolean() && left > 0) {
            wait(Math.max(1, left / 1_000_000));
            left = until - System.nanoTime();
        }
    }
}
