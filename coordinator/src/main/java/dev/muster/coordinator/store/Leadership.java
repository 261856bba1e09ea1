package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leadership of one coordinator per fleet: it holds an advisory lock on a connection of its own, and the fleet's
 * epoch in the {@code leadership} row is the one it set. Every write checks that row in its own transaction.
 */
public final class Leadership implements Writes, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    /** An attempt whose answer was lost may have counted, too, so there can be more than are known. */
    private static final String SETTLE = "UPDATE settled SET seq = seq + 1 WHERE fleet = @fleet AND seq >= @known RETURNING seq";
    private final FleetLock lock;
    private final Database database;

    public Leadership(FleetLock lock, Database database) {
        this.lock = lock;
        this.database = database;
    }

    public FleetLock lock() {
        return lock;
    }

    /** @throws StoreException when another coordinator leads that fleet */
    public static Leadership take(Database database, String fleet, String holder) {
        return tryTake(database, fleet, holder).orElseThrow(() -> new StoreException(fleet.startsWith(StoredRun.LOCAL)
                ? "another process is running this run; wait until it finishes, or stop it there with Ctrl-C"
                : "another coordinator leads fleet '" + fleet + "' in " + database.address()
                        + "; stop it first, start this one with --standby, or choose another --fleet"));
    }

    /** Takes leadership if it is free, and begins a new epoch. */
    public static Optional<Leadership> tryTake(Database database, String fleet, String holder) {
        database.refuseNewer(); // also while another one leads
        var address = database.address();
        try {
            return FleetLock
                    .tryTake(() -> new LockSession(LockSession.connect(address), address, fleet), fleet, holder)
                    .map(lock -> new Leadership(lock, database));
        } catch (SQLException e) {
            throw database.failure(e);
        }
    }

    /** Writes in one transaction; throws {@link LostLeadership} when another coordinator leads. */
    @Override
    public <T extends @Nullable Object> T write(DatabaseWork<T> work) {
        return database.write(connection -> {
            check(connection);
            return work.with(connection);
        });
    }

    /** Does the same for long work. Reads the epoch at its end, so the next leader need not wait for it. */
    @Override
    public <T extends @Nullable Object> T writeLong(Duration atMost, DatabaseWork<T> work) {
        return database.writeLong(atMost, connection -> {
            var result = work.with(connection);
            check(connection);
            return result;
        });
    }

    /** Returns this leader's writes over the connections of another pool to the same database. */
    public Writes over(Database pool) {
        return new Leadership(lock, pool);
    }

    /**
     * Writes decisions in one transaction, and counts it.
     *
     * @throws LostLeadership when another coordinator leads, or when the database lacks a transaction that this leader
     *     knows to be stored: anything else would settle on top of a state that is gone
     */
    <T extends @Nullable Object> T settle(DatabaseWork<T> work) {
        var settled = write(connection -> {
            var seq = Database.list(connection, SETTLE, row -> row.getLong(1), "fleet", fleet(), "known",
                    lock.settled());
            if (seq.isEmpty()) {
                throw LostLeadership.behind(fleet());
            }
            return new Settled<>(seq.getFirst(), work.with(connection));
        });
        lock.settled(settled.seq);
        return settled.result;
    }

    private record Settled<T extends @Nullable Object>(long seq, T result) {}

    public String fleet() {
        return lock.fleet();
    }

    public long epoch() {
        return lock.epoch();
    }

    /** @throws LostLeadership when the epoch is not this leader's */
    void check(Connection connection) throws SQLException {
        lock.check(LockSession.epoch(connection, fleet()));
    }

    /** Forgets the offsets of earlier topics: the fleet's topics are new with this leader. */
    public void forgetTopics() {
        write(this::forget);
    }

    /** Whether some process leads that fleet now. */
    public static boolean ledNow(Database database, String fleet) {
        return !database.connected(connection -> {
            boolean free = LockSession.tryLock(connection, fleet);
            if (free) {
                Database.list(connection, "SELECT pg_advisory_unlock(hashtextextended(@fleet, 0))",
                        row -> row.getBoolean(1), "fleet", fleet);
            }
            return free;
        });
    }

    /**
     * Releases leadership. A fleet that lived for one run leaves no row behind, unless the run can be resumed: its
     * later dispatches then have a later epoch than the earlier ones.
     */
    public void retire() {
        try {
            write(connection -> {
                forget(connection);
                Database.update(connection, "DELETE FROM settled WHERE fleet = @fleet", "fleet", fleet());
                return Database.update(connection, """
                        DELETE FROM leadership WHERE fleet = @fleet AND epoch = @epoch
                        AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.fleet = leadership.fleet AND state <> 'finished')
                        """, "fleet", fleet(), "epoch", epoch());
            });
        } catch (LostLeadership e) {
            LOG.warn("{}: the leftovers of the fleet are kept", e.getMessage());
        }
        close();
    }

    private int forget(Connection connection) throws SQLException {
        Database.update(connection, "DELETE FROM workers_read WHERE fleet = @fleet", "fleet", fleet());
        return Database.update(connection, "DELETE FROM results_read WHERE fleet = @fleet", "fleet", fleet());
    }

    @Override
    public void close() {
        lock.close();
    }
}
