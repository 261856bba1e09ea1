package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Bookkeeper.BookStore;
import dev.muster.coordinator.store.Partitions.FirstStatistics;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import java.sql.Connection;
import java.sql.SQLException;

/** Writes a fleet's tables for its bookkeeper: a batch is one transaction. */
public final class StoredBooks implements BookStore {

    /** Allows for the rows of all cases that a large run never reached. */
    private static final Duration LONG = Duration.ofMinutes(2);

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
        this.learning = new HistoryUpdates(new HistoryTable(database, leadership));
        this.statistics = new FirstStatistics(database, learning);
    }

    @Override
    public void write(List<Settlement> batch, Consumer<Duration> patience) {
        leadership.write(connection -> written(connection, batch, patience)).forEach(this::stored);
        for (var settlement : batch) {
            if (settlement instanceof Settlement.Reopened(var run)) {
                changes.recent().forget(run);
            } else if (settlement instanceof Settlement.RunOver over && over.state() != RunState.INTERRUPTED) {
                learning.from(over.run());
                changes.over(over.run());
            }
        }
        changes.happened();
    }

    @Override
    public void close() {
        learning.close();
    }

    private void stored(StoredBatch batch) {
        changes.recent().add(batch);
        statistics.added(batch.day(), batch.results().size());
    }

    private List<StoredBatch> written(Connection connection, List<Settlement> batch, Consumer<Duration> patience)
            throws SQLException {
        var added = new ArrayList<StoredBatch>();
        for (var verdicts : byRun(batch).entrySet()) {
            results.add(connection, verdicts.getKey(), verdicts.getValue()).ifPresent(added::add);
        }
        for (var settlement : batch) {
            write(connection, settlement, patience);
        }
        for (var settlement : batch.reversed()) {
            if (settlement instanceof Settlement.ReadTo read) {
                fleet.readTo(connection, read.offsets());
                break;
            }
        }
        return added;
    }

    /** Writes all verdicts of a batch first: nothing in it can depend on an earlier state than theirs. */
    private static Map<String, List<CaseVerdict>> byRun(List<Settlement> batch) {
        return batch.stream().filter(CaseVerdict.class::isInstance).map(CaseVerdict.class::cast).collect(
                Collectors.groupingBy(verdict -> verdict.ref().run(), LinkedHashMap::new, Collectors.toList()));
    }

    private void write(Connection connection, Settlement settlement, Consumer<Duration> patience)
            throws SQLException {
        switch (settlement) {
            case Settlement.Attempt attempt -> AttemptTable.add(connection, attempt);
            case Settlement.Aside aside -> fleet.setAside(connection, aside);
            case Settlement.Stray stray -> fleet.stray(connection, stray);
            case Settlement.Joined joined -> fleet.joined(connection, joined);
            case Settlement.Left left -> fleet.left(connection, left.incarnation());
            case Settlement.Fence fence -> fleet.fence(connection, fence);
            case Settlement.RunOver over -> endRun(connection, over, patience);
            case Settlement.Stopping(var run, var stop) -> RunTable.stop(connection, run, stop);
            case Settlement.Paused(var run, var paused) -> RunTable.pause(connection, run, paused);
            case Settlement.Reopened(var run) -> {
                takeTime(connection, patience);
                RunTable.reopen(connection, run);
            }
            case Settlement.HeardTo(var offset) -> fleet.heardTo(connection, offset);
            case CaseVerdict _,Settlement.ReadTo _,Settlement.Then _,Settlement.Freed _ -> {
                // written with the other verdicts of its run; only the newest matters; after the commit
            }
        }
    }

    private static void takeTime(Connection connection, Consumer<Duration> patience) throws SQLException {
        Database.patient(connection, LONG);
        patience.accept(LONG);
    }

    private void endRun(Connection connection, Settlement.RunOver over, Consumer<Duration> patience)
            throws SQLException {
        if (over.state() != RunState.FINISHED) {
            takeTime(connection, patience);
            results.cancelRest(connection, over.run());
        }
        RunTable.over(connection, over.run(), over.state(), over.reason());
    }
}
