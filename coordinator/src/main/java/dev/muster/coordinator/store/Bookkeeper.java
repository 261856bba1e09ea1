package dev.muster.coordinator.store;

import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Settlement.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
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
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    /** A decision that is not written for so long makes the coordinator not ready. */
    private static final Duration UNWRITTEN = Duration.ofSeconds(30);
    /** For the rows of all cases that a large run never got to. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Leadership leadership;
    private final ResultTable results;
    private final FleetTables fleet;
    private final Changes changes;
    private final Learning learning;
    private final FirstStatistics statistics;
    private final Consumer<LostLeadership> stepDown;
    private final Consumer<List<Settlement>> kept;
    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final LoopWatch watch;
    private final Loop loop;
    private volatile boolean away;
    private volatile @Nullable Waiting writing;
    private volatile long wroteAt;
    private boolean busy;

    /** @param since by the watchdog's clock */
    private record Waiting(Settlement settlement, long since) {}

    /**
     * @param watch watches its thread, and how long decisions wait
     * @param stepDown told when another coordinator leads
     * @param kept told what is durable now
     */
    public Bookkeeper(Database database, Leadership leadership, LoopWatch watch, Changes changes,
            Consumer<LostLeadership> stepDown, Consumer<List<Settlement>> kept) {
        this.leadership = leadership;
        this.changes = changes;
        this.learning = new Learning(new HistoryTable(database, leadership));
        this.statistics = new FirstStatistics(database, learning);
        this.stepDown = stepDown;
        this.kept = kept;
        this.results = new ResultTable(database);
        this.fleet = new FleetTables(leadership.fleet(), leadership.epoch());
        this.watch = watch;
        this.loop = new Loop("bookkeeper", watch, this::turn);
        watch.watch("unwritten decisions", UNWRITTEN, this::oldest, () -> wroteAt);
    }

    public void start() {
        loop.start();
    }

    @Override
    public void settle(Settlement settlement) {
        queue.add(new Waiting(settlement, watch.nanos()));
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
        loop.awaitEnd(LONGEST_END);
        learning.close();
    }

    private boolean turn() throws InterruptedException {
        try {
            keepOneBatch();
            return closing.getCount() > 0 || !queue.isEmpty();
        } catch (LostLeadership e) {
            stepDown.accept(e);
            return false;
        }
    }

    private void keepOneBatch() throws InterruptedException {
        var first = queue.poll(IDLE_MS, TimeUnit.MILLISECONDS);
        if (first != null) {
            writing = first;
            gather();
            var waiting = new ArrayList<Waiting>(BATCH);
            waiting.add(first);
            queue.drainTo(waiting, BATCH - 1);
            var batch = waiting.stream().map(Waiting::settlement).toList();
            busy = batch.size() > FEW;
            boolean kept = !batch.stream().allMatch(Settlement.Freed.class::isInstance);
            if (kept) {
                keep(batch);
            }
            wroteAt = watch.nanos();
            writing = null;
            announce(batch);
            if (kept) {
                changes.happened();
            }
        }
    }

    /** When the oldest decision was made that is not written; now when all are. */
    private long oldest() {
        var oldest = writing == null ? queue.peek() : writing;
        return oldest == null ? watch.nanos() : oldest.since();
    }

    /** Under load a transaction for many costs hardly more than one for a few; a single result is written at once. */
    private void gather() throws InterruptedException {
        if (busy && queue.size() < BATCH / 2) {
            closing.await(GATHER_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void keep(List<Settlement> batch) throws InterruptedException {
        while (true) {
            loop.alive();
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
        return leadership.write(connection -> {
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
            case Settlement.Stopping(var run, var stop) -> RunTable.stop(connection, run, stop);
            case Settlement.Paused(var run, var paused) -> RunTable.pause(connection, run, paused);
            case Substitute substitute -> write(connection, substitute.settlement());
            case Verdict verdict -> {
                // written with the others of its run
            }
            case Settlement.Reopened(var run) -> {
                takeTime(connection);
                RunTable.reopen(connection, run);
            }
            case Settlement.HeardTo(var offset) -> fleet.heardTo(connection, offset);
            case Settlement.ReadTo read -> {
                // only the newest of a batch says anything
            }
            case Settlement.Then then -> {
                // after the commit
            }
            case Settlement.Freed freed -> {
                // likewise
            }
        }
    }

    private void takeTime(Connection connection) throws SQLException {
        Database.patient(connection, LONG);
        loop.aliveFor(LONG);
        wroteAt = watch.nanos() + LONG.toNanos();
    }

    private void endRun(Connection connection, Settlement.RunOver over) throws SQLException {
        if (over.state() != RunState.FINISHED) {
            takeTime(connection);
            results.cancelRest(connection, over.run());
        }
        RunTable.over(connection, over.run(), over.state(), over.reason());
    }

    private void announce(List<Settlement> batch) {
        for (var settlement : batch) {
            if (settlement instanceof Settlement.Then then) {
                then.next().run();
            } else if (settlement instanceof Settlement.Freed freed) {
                freed.next().run();
            } else if (settlement instanceof Settlement.Reopened(var run)) {
                changes.recent().forget(run);
            } else if (settlement instanceof Settlement.RunOver over && over.state() != RunState.INTERRUPTED) {
                learning.from(over.run());
            }
        }
    }
}
