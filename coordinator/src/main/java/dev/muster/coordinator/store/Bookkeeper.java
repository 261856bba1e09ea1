package dev.muster.coordinator.store;

import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Settlement.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was decided, on a thread of its own: as many settlements as have gathered, in one transaction, in their
 * order. While PostgreSQL is away it waits and tries again; what PostgreSQL refuses is found by halving the batch and
 * set aside, so that one bad row never holds up the rest.
 */
public final class Bookkeeper implements Books, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Bookkeeper.class);
    private static final int BATCH = 1000;
    private static final int FEW = 8;
    private static final long GATHER_MS = 20;
    /** Also how long its end may go unheard. */
    private static final long IDLE_MS = 10;
    private static final long AGAIN_MS = 500;

    private final Database database;
    private final Leadership leadership;
    private final RunTable runs;
    private final ResultTable results;
    private final FleetTables fleet;
    private final Changes changes;
    private final Learning learning;
    private final FirstStatistics statistics;
    private final Consumer<LostLeadership> stepDown;
    private final Consumer<List<Settlement>> kept;
    private final BlockingQueue<Settlement> queue = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean away;
    private boolean busy;

    /**
     * @param stepDown told when another coordinator leads
     * @param kept told what is durable now
     */
    public Bookkeeper(Database database, Leadership leadership, Changes changes, Consumer<LostLeadership> stepDown,
            Consumer<List<Settlement>> kept) {
        this.database = database;
        this.leadership = leadership;
        this.changes = changes;
        this.learning = new Learning(new HistoryTable(database));
        this.statistics = new FirstStatistics(database, learning);
        this.stepDown = stepDown;
        this.kept = kept;
        this.runs = new RunTable(database);
        this.results = new ResultTable(database);
        this.fleet = new FleetTables(leadership.fleet(), leadership.epoch());
        this.thread = Thread.ofPlatform().daemon().name("bookkeeper").unstarted(this::keepUntilClosed);
    }

    public void start() {
        thread.start();
    }

    @Override
    public void settle(Settlement settlement) {
        queue.add(settlement);
    }

    @Override
    public int backlog() {
        return queue.size();
    }

    @Override
    public boolean healthy() {
        return !away;
    }

    /** Writes what is queued, as far as PostgreSQL takes it, and ends. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
            learning.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepUntilClosed() {
        try {
            while (closing.getCount() > 0 || !queue.isEmpty()) {
                keepOneBatch();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (LostLeadership e) {
            stepDown.accept(e);
        }
    }

    private void keepOneBatch() throws InterruptedException {
        var first = queue.poll(IDLE_MS, TimeUnit.MILLISECONDS);
        if (first != null) {
            gather();
            var batch = new ArrayList<Settlement>(BATCH);
            batch.add(first);
            queue.drainTo(batch, BATCH - 1);
            busy = batch.size() > FEW;
            keep(batch);
            announce(batch);
        }
    }

    /** Under load a transaction for many costs hardly more than one for a few; a single result is written at once. */
    private void gather() throws InterruptedException {
        if (busy && queue.size() < BATCH / 2) {
            closing.await(GATHER_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void keep(List<Settlement> batch) throws InterruptedException {
        while (true) {
            try {
                write(batch).forEach(this::stored);
                kept.accept(batch.stream().map(Substitute::written).toList());
                away = false;
                return;
            } catch (StoreException e) {
                if (e.refusedData()) {
                    keepTheRestOf(batch, e);
                    return;
                }
                away = true;
                LOG.warn("results wait for the database: {}", e.getMessage());
                if (closing.await(AGAIN_MS, TimeUnit.MILLISECONDS)) {
                    LOG.error("{} settlements were not written", batch.size());
                    return;
                }
            } catch (LostLeadership e) {
                throw e;
            } catch (RuntimeException e) {
                // whatever is wrong with one of them must not hold up the others
                LOG.error("a batch of {} could not be written", batch.size(), e);
                keepTheRestOf(batch, e);
                return;
            }
        }
    }

    private void keepTheRestOf(List<Settlement> batch, RuntimeException refused) throws InterruptedException {
        if (batch.size() > 1) {
            int middle = batch.size() / 2;
            keep(batch.subList(0, middle));
            keep(batch.subList(middle, batch.size()));
        } else if (batch.getFirst() instanceof Substitute) {
            LOG.error("given up: {}", refused.getMessage());
        } else {
            keep(List.of(Substitute.of(batch.getFirst(), String.valueOf(refused.getMessage()))));
        }
    }

    private void stored(StoredBatch batch) {
        changes.recent().add(batch);
        statistics.added(batch.day(), batch.results().size());
    }

    private List<StoredBatch> write(List<Settlement> batch) {
        return database.transaction(connection -> {
            leadership.check(connection);
            var added = new ArrayList<StoredBatch>();
            for (var verdicts : byRun(batch).entrySet()) {
                results.add(connection, verdicts.getKey(), verdicts.getValue()).ifPresent(added::add);
            }
            for (var settlement : batch) {
                write(connection, settlement);
            }
            for (var settlement : batch.reversed()) {
                if (settlement instanceof Settlement.ReadTo read) {
                    fleet.readTo(connection, read.offsets());
                    break;
                }
            }
            return added;
        });
    }

    /** All verdicts of a batch go first: nothing in it can mean an earlier state than theirs. */
    private static Map<String, List<Verdict>> byRun(List<Settlement> batch) {
        var byRun = new LinkedHashMap<String, List<Verdict>>();
        for (var settlement : batch) {
            verdictIn(settlement).ifPresent(
                    verdict -> byRun.computeIfAbsent(verdict.ref().run(), run -> new ArrayList<>()).add(verdict));
        }
        return byRun;
    }

    private static Optional<Verdict> verdictIn(Settlement settlement) {
        return switch (settlement) {
            case Verdict verdict -> Optional.of(verdict);
            case Substitute substitute -> verdictIn(substitute.settlement());
            case Settlement other -> Optional.empty();
        };
    }

    private void write(Connection connection, Settlement settlement) throws SQLException {
        switch (settlement) {
            case Settlement.Attempt attempt -> AttemptTable.add(connection, attempt);
            case Settlement.Aside aside -> fleet.setAside(connection, aside);
            case Settlement.Stray stray -> fleet.stray(connection, stray);
            case Settlement.Joined joined -> fleet.joined(connection, joined);
            case Settlement.Left left -> fleet.left(connection, left.incarnation());
            case Settlement.Fence fence -> fleet.fence(connection, fence);
            case Settlement.RunOver over -> endRun(connection, over);
            case Settlement.Stopping(var run, var stop) -> runs.stop(connection, run, stop);
            case Settlement.Paused(var run, var paused) -> runs.pause(connection, run, paused);
            case Substitute substitute -> write(connection, substitute.settlement());
            case Verdict verdict -> {
                // written with the others of its run
            }
            case Settlement.ReadTo read -> {
                // only the newest of a batch says anything
            }
            case Settlement.Then then -> {
                // after the commit
            }
        }
    }

    private void endRun(Connection connection, Settlement.RunOver over) throws SQLException {
        if (over.state() != RunState.FINISHED) {
            results.cancelRest(connection, over.run());
        }
        runs.over(connection, over.run(), over.state(), over.reason());
    }

    private void announce(List<Settlement> batch) {
        for (var settlement : batch) {
            if (settlement instanceof Settlement.Then then) {
                then.next().run();
            } else if (settlement instanceof Settlement.RunOver over && over.state() != RunState.INTERRUPTED) {
                learning.from(over.run());
            }
        }
        changes.happened();
    }
}
