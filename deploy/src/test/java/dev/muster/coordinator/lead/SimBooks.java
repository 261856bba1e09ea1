package dev.muster.coordinator.lead;

import dev.muster.coordinator.store.Books;
import dev.muster.coordinator.store.Settlement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.SplittableRandom;

/** Writes a leader's decisions a moment later, all that have gathered at once; or not at all when another one leads. */
final class SimBooks implements Books {

    private static final long MS = 1_000_000;

    private final SimLeader leader;
    private final long epoch;
    private final SimStore store;
    private final SplittableRandom random;
    private final Deque<Settlement> queue = new ArrayDeque<>();
    private boolean writing;
    private long awayUntil;

    SimBooks(SimLeader leader, long epoch, SimStore store, SplittableRandom random) {
        this.leader = leader;
        this.epoch = epoch;
        this.store = store;
        this.random = random;
    }

    /** The database does not answer for that long. */
    void goAway(long nanos) {
        awayUntil = leader.time().nanos() + nanos;
    }

    @Override
    public void settle(Settlement settlement) {
        queue.add(settlement);
        write();
    }

    @Override
    public int backlog() {
        return queue.size();
    }

    @Override
    public boolean healthy() {
        return awayUntil <= leader.time().nanos();
    }

    private void write() {
        if (!writing && !queue.isEmpty()) {
            writing = true;
            leader.after(Math.max(random.nextLong(1, 40) * MS, awayUntil - leader.time().nanos()), this::commit);
        }
    }

    private void commit() {
        writing = false;
        if (!store.leads(epoch)) {
            leader.die();
            return;
        }
        var batch = new ArrayList<Settlement>();
        while (!queue.isEmpty() && batch.size() < 1000) {
            batch.add(queue.remove());
        }
        batch.forEach(store::write);
        for (var settlement : batch) {
            if (settlement instanceof Settlement.Then then) {
                then.next().run();
            }
        }
        write();
    }
}
