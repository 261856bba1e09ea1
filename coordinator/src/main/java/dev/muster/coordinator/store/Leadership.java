package dev.muster.coordinator.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One coordinator per fleet leads: it holds an advisory lock on a connection of its own, and the fleet's epoch in the
 * {@code leadership} row is the one it set. Every write checks that row in its own transaction.
 */
public final class Leadership implements Writes, AutoCloseable {

    private static final String TAKE = """
            INSERT INTO leadership (fleet, epoch, holder) VALUES (?, ?, ?)
            ON CONFLICT (fleet) DO UPDATE SET epoch = greatest(leadership.epoch + 1, excluded.epoch),
                   holder = excluded.holder, since = now()
            RETURNING epoch
            """;
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    private static final int LOOK_SECONDS = 5;
    /** Whoever takes the lead waits for a leader that stands still inside of its transaction. */
    private static final int ANSWER_SECONDS = 15;
    /** A leader that stands still inside of its transaction must not hold up the next one, who writes that row. */
    private static final String CHECK = """
            SELECT epoch, set_config('idle_in_transaction_session_timeout', '10s', true)
            FROM leadership WHERE fleet = ? FOR SHARE
            """;
    /**
     * The lock is asked for every second, so only a process that stands still, or was cut off, is silent for so long.
     * Its connection would be open for hours, and nobody could take the lead.
     */
    private static final String LET_GO_OF_THE_SILENT = "SELECT set_config('idle_session_timeout', '10s', false)";

    private Connection lock;
    private final Database database;
    private final String fleet;
    private final long epoch;

    private Leadership(Connection lock, Database database, String fleet, long epoch) {
        this.lock = lock;
        this.database = database;
        this.fleet = fleet;
        this.epoch = epoch;
    }

    /** @throws StoreException when another coordinator leads that fleet */
    public static Leadership take(Database database, String fleet, String holder) {
        return take(database, fleet, holder, 0);
    }

    /**
     * @param seen the newest epoch that the fleet's topics know; the new one is greater
     * @throws StoreException when another coordinator leads that fleet
     */
    public static Leadership take(Database database, String fleet, String holder, long seen) {
        return tryTake(database, fleet, holder, seen).orElseThrow(() -> new StoreException(
                "another coordinator leads fleet '" + fleet + "' in " + database.address().shown()
                        + "; end it first, start this one with --standby, or choose another --fleet"));
    }

    /**
     * Takes the lead when nobody has it.
     *
     * @param seen the newest epoch that the fleet's topics know; the new one is greater
     */
    public static Optional<Leadership> tryTake(Database database, String fleet, String holder, long seen) {
        Connection lock = null;
        try {
            lock = connect(database.address());
            if (!tryLock(lock, fleet)) {
                closeQuietly(lock);
                return Optional.empty();
            }
            try (var statement = lock.prepareStatement(TAKE)) {
                Database.bind(statement, fleet, seen + 1, holder);
                long epoch = Database.rows(statement, row -> row.getLong(1)).getFirst();
                return Optional.of(new Leadership(lock, database, fleet, epoch));
            }
        } catch (SQLException e) {
            closeQuietly(lock);
            throw database.failure(e);
        }
    }

    /**
     * Looks whether the lock is still held, and takes it again when its connection broke and nobody else led
     * meanwhile. PostgreSQL may take some seconds to notice that the broken connection is gone.
     *
     * @return false while it can't be confirmed
     * @throws LostLeadership when another coordinator leads, or led meanwhile
     */
    public synchronized boolean renew() {
        try {
            return lock.isValid(LOOK_SECONDS) || takeAgain();
        } catch (SQLException e) {
            return false;
        }
    }

    private boolean takeAgain() throws SQLException {
        closeQuietly(lock);
        lock = connect(database.address());
        boolean taken = tryLock(lock, fleet);
        check(lock);
        if (!taken) {
            closeQuietly(lock);
        }
        return taken;
    }

    /**
     * Writes in one transaction, as long as this coordinator leads.
     *
     * @throws LostLeadership when another one does
     */
    @Override
    public <T extends @Nullable Object> T write(Database.Work<T> work) {
        return database.write(connection -> {
            check(connection);
            return work.with(connection);
        });
    }

    /**
     * The same for work that takes long. The epoch is read at its end, so that the next leader need not wait for it.
     *
     * @throws LostLeadership when another coordinator leads
     */
    @Override
    public <T extends @Nullable Object> T writeLong(Duration atMost, Database.Work<T> work) {
        return database.writeLong(atMost, connection -> {
            var result = work.with(connection);
            check(connection);
            return result;
        });
    }

    public String fleet() {
        return fleet;
    }

    public long epoch() {
        return epoch;
    }

    /**
     * Refuses to go on inside a transaction of a leader that was replaced.
     *
     * @throws LostLeadership when the epoch is another's
     */
    void check(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(CHECK)) {
            Database.bind(statement, fleet);
            var found = Database.rows(statement, row -> row.getLong(1));
            if (found.isEmpty() || found.getFirst() != epoch) {
                throw new LostLeadership(fleet, epoch);
            }
        }
    }

    /** The fleet's topics begin anew with this leader: what was read of the earlier ones says nothing of them. */
    public void forgetTopics() {
        write(this::forget);
    }

    /** Whether some process leads that fleet now. */
    public static boolean ledNow(Database database, String fleet) {
        return !database.connected(connection -> {
            boolean free = tryLock(connection, fleet);
            if (free) {
                try (var statement = connection.prepareStatement("SELECT pg_advisory_unlock(hashtextextended(?, 0))")) {
                    Database.bind(statement, fleet);
                    statement.execute();
                }
            }
            return free;
        });
    }

    /**
     * Gives the lead back. A fleet that lived for one run only leaves no row behind, unless the run can be gone on with:
     * its dispatches are then of a later epoch than those before.
     */
    public void retire() {
        try {
            write(connection -> {
                forget(connection);
                return Database.update(connection, """
                        DELETE FROM leadership WHERE fleet = ? AND epoch = ?
                        AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.fleet = leadership.fleet AND state <> 'finished')
                        """, fleet, epoch);
            });
        } catch (LostLeadership e) {
            LOG.warn("{}: it keeps what the fleet leaves behind", e.getMessage());
        }
        close();
    }

    private int forget(Connection connection) throws SQLException {
        Database.update(connection, "DELETE FROM workers_read WHERE fleet = ?", fleet);
        return Database.update(connection, "DELETE FROM results_read WHERE fleet = ?", fleet);
    }

    @Override
    public synchronized void close() {
        unlock();
        closeQuietly(lock);
    }

    /** The server frees it with the connection too, some moments later: too late for who leads next. */
    private void unlock() {
        try (var statement = lock.prepareStatement("SELECT pg_advisory_unlock_all()")) {
            statement.execute();
        } catch (SQLException e) {
            LOG.debug("the lead's connection is broken: {}", e.getMessage());
        }
    }

    private static boolean tryLock(Connection connection, String fleet) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT pg_try_advisory_lock(hashtextextended(?, 0))")) {
            Database.bind(statement, fleet);
            return Database.rows(statement, row -> row.getBoolean(1)).getFirst();
        }
    }

    static Connection connect(Database.Address address) throws SQLException {
        var login = new Properties();
        if (address.user() != null) {
            login.setProperty("user", address.user());
        }
        if (address.password() != null) {
            login.setProperty("password", address.password());
        }
        login.setProperty("tcpKeepAlive", "true");
        login.setProperty("connectTimeout", String.valueOf(LOOK_SECONDS));
        login.setProperty("socketTimeout", String.valueOf(ANSWER_SECONDS));
        var connection = DriverManager.getConnection(address.url(), login);
        try (var statement = connection.prepareStatement(LET_GO_OF_THE_SILENT)) {
            statement.execute();
        } catch (SQLException e) {
            closeQuietly(connection);
            throw e;
        }
        return connection;
    }

    private static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // the server frees the lock with the connection, however it ends
            return;
        }
    }
}
