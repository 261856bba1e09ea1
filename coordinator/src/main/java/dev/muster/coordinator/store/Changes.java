package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.StoredBatch.SizedCase;

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

    /**
     * The newest results of all runs, as committed, for followers. Their details take a bounded number of bytes: a follower
     * that falls behind the oldest one is served by the database.
     */
    public static final class RecentResults {

        private final long mostBytes;
        private final Map<String, Recent> byRun = new HashMap<>();
        private final Queue<Recent> oldestFirst = new ArrayDeque<>();
        private long bytes;

        RecentResults(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        /** Results of a run without a gap: all results after one sequence number, up to another. */
        private static final class Recent {

            private final String run;
            private final TreeMap<Long, SizedCase> results = new TreeMap<>();
            private long after;
            private long upTo;

            Recent(String run, long after) {
                this.run = run;
                this.after = after;
                this.upTo = after;
            }
        }

        /** Adds results that were committed after all that were added before. */
        synchronized void add(StoredBatch batch) {
            var recent = byRun.get(batch.run());
            if (recent == null || recent.upTo != batch.after()) {
                // something in between is only in the database
                forget(batch.run());
                recent = new Recent(batch.run(), batch.after());
                byRun.put(batch.run(), recent);
            }
            for (var sized : batch.results()) {
                recent.results.put(sized.result().seq(), sized);
                oldestFirst.add(recent);
                bytes += sized.bytes();
            }
            recent.upTo = batch.upTo();
            while (bytes > mostBytes) {
                dropOldest();
            }
        }

        /** Returns a run's first results after a sequence number, in order; empty if only the database has them. */
        public synchronized Optional<List<StoredCase>> after(String run, long seq, int atMost) {
            var recent = byRun.get(run);
            return recent == null || seq < recent.after ? Optional.empty()
                    : Optional.of(recent.results.tailMap(seq, false).values().stream().limit(atMost)
                            .map(SizedCase::result).toList());
        }

        /** Forgets a run whose stored results changed since they were added. */
        public synchronized void forget(String run) {
            var gone = byRun.remove(run);
            if (gone != null) {
                bytes -= gone.results.values().stream().mapToLong(SizedCase::bytes).sum();
                gone.results.clear();
                oldestFirst.removeIf(recent -> recent == gone);
            }
        }

        private void dropOldest() {
            var recent = oldestFirst.remove();
            var oldest = recent.results.pollFirstEntry();
            bytes -= oldest.getValue().bytes();
            recent.after = oldest.getKey();
            if (recent.results.isEmpty()) {
                byRun.remove(recent.run);
            }
        }
    }
}
