package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a fleet's tables for its bookkeeper: a batch is one transaction. */
public final class StoredBooks implements BookStore {

    /** How long a coordinator that ends waits for history: its place must become free. */
    private static final Duration BRIEF = Duration.ofSeconds(10);

    private final Leadership leadership;
    private final ResultTable results;
    private final FleetTables fleet;
    private final Changes changes;
    private final HistoryUpdates learning;
    private final FirstStatistics statistics;

    /** @param changes notified of new results */
    public StoredBooks(Database database, Leadership leadership, Changes changes) {
        this.leadership = leadership;
        this.changes = changes;
        this.results = new ResultTable(database);
        this.fleet = new FleetTables(leadership.fleet(), leadership.epoch());
        this.learning = new HistoryUpdates(new HistoryTable(database, leadership),
                leadership.fleet().startsWith(StoredRun.LOCAL) ? HistoryTable.LONG : BRIEF);
        this.statistics = new FirstStatistics(database, learning);
    }

    @Override
    public void write(List<Settlement> batch) {
        leadership.settle(connection -> written(connection, batch)).forEach(this::stored);
        batch.stream().filter(Settlement.InPortions.class::isInstance).map(Settlement.InPortions.class::cast)
                .forEach(this::ended);
        changes.happened();
    }

    @Override
    public Optional<Portion> writePortion(Settlement.InPortions settlement, Portion portion) {
        var next = leadership.settle(connection -> RunPortions.write(connection, settlement, portion));
        if (next.isEmpty()) {
            ended(settlement);
        }
        changes.happened();
        return next;
    }

    private void ended(Settlement.InPortions settlement) {
        switch (settlement) {
            case Settlement.Reopened(var run) -> changes.recent().forget(run);
            case Settlement.RunOver over -> {
                if (over.state() != RunState.INTERRUPTED) {
                    learning.from(over.run());
                    changes.over(over.run());
                }
            }
        }
    }

    @Override
    public void close() {
        learning.close();
    }

    private void stored(StoredBatch batch) {
        changes.recent().add(batch);
        statistics.added(batch.day(), batch.results().size());
    }

    private List<StoredBatch> written(Connection connection, List<Settlement> batch) throws SQLException {
        var added = new ArrayList<StoredBatch>();
        for (var verdicts : byRun(batch).entrySet()) {
            added.addAll(results.add(connection, verdicts.getKey(), verdicts.getValue()));
        }
        for (var settlement : batch) {
            write(connection, settlement);
        }
        var read = lastRead(batch);
        if (read.isPresent()) {
            fleet.readTo(connection, read.get().offsets());
        }
        return added;
    }

    private static Optional<Settlement.ReadTo> lastRead(List<Settlement> batch) {
        return batch.reversed().stream().filter(Settlement.ReadTo.class::isInstance).map(Settlement.ReadTo.class::cast)
                .findFirst();
    }

    /** Writes all verdicts of a batch first: nothing in it can depend on an earlier state than theirs. */
    private static Map<String, List<CaseVerdict>> byRun(List<Settlement> batch) {
        return batch.stream().filter(CaseVerdict.class::isInstance).map(CaseVerdict.class::cast).collect(
                Collectors.groupingBy(verdict -> verdict.ref().run(), LinkedHashMap::new, Collectors.toList()));
    }

    private void write(Connection connection, Settlement settlement) throws SQLException {
        switch (settlement) {
            case Settlement.Attempt attempt -> AttemptTable.add(connection, attempt);
            case Settlement.Reinstated(var attempt) -> AttemptTable.remove(connection, attempt);
            case Settlement.Aside aside -> fleet.setAside(connection, aside);
            case Settlement.Suspicious(var worker, var what) -> fleet.suspicious(connection, worker, what);
            case Settlement.Stray stray -> fleet.stray(connection, stray);
            case Settlement.Joined joined -> fleet.joined(connection, joined);
            case Settlement.Left left -> fleet.left(connection, left.incarnation());
            case Settlement.Fence fence -> fleet.fence(connection, fence);
            case Settlement.InPortions whole -> RunPortions.whole(connection, whole);
            case Settlement.Stopping(var run, var stop) -> RunTable.stop(connection, run, stop);
            case Settlement.Paused(var run, var paused) -> RunTable.pause(connection, run, paused);
            case Settlement.ReadUpTo(var offset) -> fleet.readUpTo(connection, offset);
            case CaseVerdict _,Settlement.ReadTo _,Settlement.Then _,Settlement.Freed _ -> {
                // written with the other verdicts of its run; only the newest matters; after the commit
            }
        }
    }

    /** Updates the history of cases in the background, one run after another. */
    private static final class HistoryUpdates implements Executor, AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(HistoryUpdates.class);

        private final HistoryTable history;
        private final Duration patience;
        private final ExecutorService one = Executors
                .newSingleThreadExecutor(Thread.ofVirtual().name("history").factory());

        /** @param patience how long closing waits for what is being learned */
        HistoryUpdates(HistoryTable history, Duration patience) {
            this.history = history;
            this.patience = patience;
        }

        @Override
        public void execute(Runnable work) {
            one.execute(work);
        }

        /** Learns from a run whose results are all stored. */
        void from(String run) {
            execute(() -> {
                try {
                    history.learn(run);
                } catch (StoreException e) {
                    // a missing order of cases is no reason to fail
                    LOG.info("the case history was not updated by run {}: {}", run, e.getMessage());
                }
            });
        }

        @Override
        public void close() {
            one.shutdown();
            try {
                if (!one.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    one.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
