package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.StoredCase;

/**
 * The newest results of all runs, as committed, for followers. Their details take a bounded number of bytes: a follower
 * that falls behind the oldest one is served by the database.
 */
public final class RecentResults {

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
            recent.results.put(sized.seq(), sized);
            oldestFirst.add(recent);
            bytes += sized.bytes();
        }
        recent.upTo = batch.upTo();
        while (bytes > mostBytes) {
            dropOldest();
        }
    }

    /** Returns a run's first results after a sequence number, in order; empty if only the database has them. */
    public Optional<List<StoredCase>> after(String run, long seq, int atMost) {
        return unread(run, seq, atMost).map(found -> found.stream().map(SizedCase::read).toList());
    }

    private synchronized Optional<List<SizedCase>> unread(String run, long seq, int atMost) {
        var recent = byRun.get(run);
        return recent == null || seq < recent.after ? Optional.empty()
                : Optional.of(recent.results.tailMap(seq, false).values().stream().limit(atMost)
                        .toList());
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
