package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.coordinator.server.scheduler.Leader;
import dev.muster.coordinator.store.Inheriting;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up runs of this fleet that are running in PostgreSQL but unknown to the leader, and removes those that never
 * start.
 */
final class OrphanedRuns implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedRuns.class);
    private static final long LOOK_SECONDS = 5;

    private final Inheriting stored;
    private final Consumer<String> discard;
    private final Leadership leadership;
    private final Leader leader;
    private final Loop loop;
    private final Set<String> beingOpened = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);

    /** @param discard removes a run that did not start */
    OrphanedRuns(Inheriting stored, Consumer<String> discard, Leadership leadership, Leader leader, LoopWatch watch) {
        this.stored = stored;
        this.discard = discard;
        this.leadership = leadership;
        this.leader = leader;
        this.loop = new Loop("runs of " + leadership.fleet(), watch, this::turn);
    }

    /** Marks a run as being opened; closed once the leader knows the run, or never will. */
    interface Opening extends AutoCloseable {
        @Override
        void close();
    }

    void start() {
        loop.start();
    }

    /** Excludes a run that the caller is about to open. */
    Opening leaveAlone(String run) {
        beingOpened.add(run);
        return () -> beingOpened.remove(run);
    }

    @Override
    public void close() {
        closing.countDown();
        loop.close();
    }

    private boolean turn() throws InterruptedException {
        if (closing.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            stored.preparing(leadership.fleet()).stream().filter(run -> !beingOpened.contains(run)).forEach(discard);
            stored.running(leadership.fleet()).forEach(this::look);
            return true;
        } catch (StoreException e) {
            LOG.debug("orphaned runs could not be read; retrying: {}", e.getMessage());
            return true;
        } catch (LostLeadership e) {
            return false;
        }
    }

    /** Takes up an unknown run. Reads it only after the leader said so; otherwise it may be over by then. */
    void look(String run) {
        try {
            if (!beingOpened.contains(run) && !leader.knows(run).orTimeout(LOOK_SECONDS, TimeUnit.SECONDS).join()) {
                stored.openOrPark(leadership, run).ifPresent(found -> {
                    LOG.warn("run {} is running without a leader: this coordinator takes it over", run);
                    leader.goOn(found);
                });
            }
        } catch (CompletionException e) {
            LOG.debug("run {} could not be taken over; retrying: {}", run, e.getMessage());
        }
    }
}
