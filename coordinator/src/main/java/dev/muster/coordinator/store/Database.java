package dev.muster.coordinator.store;

import module java.base;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** A connection pool, and the few ways in which the tables use a connection. */
public final class Database implements Writes, AutoCloseable {

    private static final int READERS = 4;
    /** Two for each suite that is stored, and some for other requests. */
    private static final int REQUESTS = 10;
    private static final int PORTION = 1_000;
    /** Time for PostgreSQL's refusal to arrive after its statement timeout. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final HikariDataSource pool;
    private final HikariDataSource hot;
    private final DatabaseAddress address;
    private final @Nullable Database readers;
    private final @Nullable Database requests;

    private Database(HikariDataSource pool, HikariDataSource hot, DatabaseAddress address, @Nullable Database readers,
            @Nullable Database requests) {
        this.pool = pool;
        this.hot = hot;
        this.address = address;
        this.readers = readers;
        this.requests = requests;
    }

    /** Connects for the owner of a database, whose queries may take as long as they need, and migrates the tables. */
    public static Database open(DatabaseAddress address, int connections) {
        return open(DatabasePools.config(address, connections, "muster"), address, Migrations::bringUpToDate);
    }

    /** Does the same for a command on the database of a fleet, whose leader alone migrates the tables. */
    public static Database visit(DatabaseAddress address, int connections) {
        return open(DatabasePools.config(address, connections, "muster"), address, Migrations::refuseOthers);
    }

    /** Connects for a server process, which migrates when it leads: no silent connection blocks it for half a minute. */
    public static Database serve(DatabaseAddress address, int connections) {
        return open(DatabasePools.withListener(DatabasePools.config(address, connections, "muster")), address,
                Migrations::versionForUse);
    }

    /** Looks at the version of the tables. */
    private interface VersionCheck {
        void of(Connection connection, DatabaseAddress address) throws SQLException;
    }

    private static Database open(HikariConfig config, DatabaseAddress address, VersionCheck check) {
        try {
            var pool = new HikariDataSource(config);
            var hot = new HikariDataSource(DatabasePools.hot(address));
            var looking = DatabasePools.like(config, "muster-readers", READERS);
            var readers = new Database(looking, looking, address, null, null);
            var database = new Database(pool, hot, address, readers,
                    new Database(DatabasePools.like(config, "muster-requests", REQUESTS), hot, address, readers, null));
            try {
                database.check(check);
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
            return database;
        } catch (PoolInitializationException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            var state = cause instanceof SQLException refused ? String.valueOf(refused.getSQLState()) : "";
            throw new StoreException("PostgreSQL at " + address + switch (state) {
                case "28P01", "28000", "08004" -> " refuses the login (" + cause.getMessage()
                        + "); are user and password right?";
                case "3D000" -> " does not have this database (" + cause.getMessage() + "); create it, or name another";
                default -> " does not answer (" + cause.getMessage() + "); is it running, and is the address right?";
            });
        }
    }

    /** @throws StoreException.TooOld when a newer Muster made the tables, or migrated them meanwhile */
    public void refuseNewer() {
        check(Migrations::versionForUse);
    }

    private void check(VersionCheck check) {
        connected(connection -> {
            check.of(connection, address);
            return true;
        });
    }

    /** Returns the same database over connections of its own, for readers: they take none from writers. */
    public Database readers() {
        return readers == null ? this : readers;
    }

    /** Returns the same database over connections of its own, for what clients ask for: they take none from the runs. */
    public Database requests() {
        return requests == null ? this : requests;
    }

    public <T extends @Nullable Object> T transaction(DatabaseWork<T> work) {
        return connected(connection -> committed(connection, work));
    }

    /** Runs short work in one transaction, on a connection that no long statement keeps busy, in half a minute. */
    @Override
    public <T extends @Nullable Object> T write(DatabaseWork<T> work) {
        return connected(hot, connection -> committed(connection, work));
    }

    /** Runs long work in one transaction; a statement that takes longer ends, or its silent connection is dropped. */
    @Override
    public <T extends @Nullable Object> T writeLong(Duration atMost, DatabaseWork<T> work) {
        return transaction(connection -> {
            patient(connection, atMost);
            return work.with(connection);
        });
    }

    static void patient(Connection connection, Duration atMost) throws SQLException {
        list(connection, "SELECT set_config('statement_timeout', @limit, true)", row -> row.getString(1), "limit",
                String.valueOf(atMost.toMillis()));
        connection.setNetworkTimeout(Runnable::run, (int) atMost.plus(ANSWER).toMillis());
    }

    private static <T extends @Nullable Object> T committed(Connection connection, DatabaseWork<T> work)
            throws SQLException {
        connection.setAutoCommit(false);
        try {
            var result = work.with(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Runs work whose single statements each commit by themselves. */
    public <T extends @Nullable Object> T connected(DatabaseWork<T> work) {
        return connected(pool, work);
    }

    private <T extends @Nullable Object> T connected(HikariDataSource from, DatabaseWork<T> work) {
        try (var connection = from.getConnection()) {
            return work.with(connection);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Whether a new connection gets an answer; waits some seconds for it. */
    public boolean answersAnew() {
        try (var connection = LockSession.connect(address)) {
            return connection.isValid((int) ANSWER.toSeconds());
        } catch (SQLException e) {
            return false;
        }
    }

    /** Returns all rows of a query; {@link NamedValues} says what its values are. */
    public <T> List<T> list(String sql, RowMapper<T> row, @Nullable Object... values) {
        return connected(connection -> list(connection, sql, row, values));
    }

    /** Runs one statement; returns how many rows it affected. */
    public int update(String sql, @Nullable Object... values) {
        return connected(connection -> update(connection, sql, values));
    }

    public static int update(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        return prepared(connection, sql, PreparedStatement::executeUpdate, values);
    }

    public static <T> List<T> list(Connection connection, String sql, RowMapper<T> row, @Nullable Object... values)
            throws SQLException {
        return prepared(connection, sql, statement -> {
            try (var found = statement.executeQuery()) {
                return next(found, Integer.MAX_VALUE, row);
            }
        }, values);
    }

    /** Passes the rows of a query to a taker, in the transaction of the connection, without holding them all. */
    public static void each(Connection connection, String sql, RowTaker taker, @Nullable Object... values)
            throws SQLException {
        var _ = prepared(connection, sql, statement -> {
            statement.setFetchSize(PORTION);
            try (var found = statement.executeQuery()) {
                while (found.next()) {
                    taker.take(found);
                }
                return true;
            }
        }, values);
    }

    @FunctionalInterface
    interface Execution<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    static <T> T prepared(Connection connection, String sql, Execution<T> execution, @Nullable Object... values)
            throws SQLException {
        var parsed = NamedValues.parsed(sql);
        try (var statement = connection.prepareStatement(parsed.text())) {
            NamedValues.bind(statement, parsed.names(), values);
            return execution.of(statement);
        }
    }

    private static <T> List<T> next(ResultSet found, int atMost, RowMapper<T> row) throws SQLException {
        var rows = new ArrayList<T>();
        while (rows.size() < atMost && found.next()) {
            rows.add(row.of(found));
        }
        return rows;
    }

    /** Makes every query of this transaction see the tables as of its first one; call it before that. */
    public static void atOneTime(Connection connection) throws SQLException {
        update(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }

    /**
     * Gives this transaction the memory for one sort or join of a large run. PostgreSQL has no statistics yet for new
     * rows, and would look up a million one by one.
     */
    public static void forLargeRuns(Connection connection) throws SQLException {
        for (var setting : List.of("work_mem = '64MB'", "hash_mem_multiplier = 4")) {
            update(connection, "SET LOCAL " + setting);
        }
        planWithout(connection, "nestloop");
    }

    /** Disables kinds of plans: without statistics, PostgreSQL takes a million new rows for a few, or few for many. */
    static void planWithout(Connection connection, String kinds) throws SQLException {
        for (var kind : kinds.split(",", -1)) {
            update(connection, "SET LOCAL enable_" + kind.strip() + " = off");
        }
    }

    /**
     * Reads the rows of a query that is ordered by an index, in pages, without holding or sorting them all. PostgreSQL
     * would rather join and sort them before it returns the first one.
     */
    <T> void pages(String sql, int size, RowMapper<T> row, Consumer<List<T>> taker, @Nullable Object... values) {
        var _ = transaction(connection -> {
            planWithout(connection, "sort, hashjoin, mergejoin, bitmapscan");
            return prepared(connection, sql, statement -> {
                statement.setFetchSize(size);
                try (var found = statement.executeQuery()) {
                    var page = next(found, size, row);
                    while (!page.isEmpty()) {
                        taker.accept(page);
                        page = page.size() < size ? List.of() : next(found, size, row);
                    }
                    return true;
                }
            }, values);
        });
    }

    DatabaseAddress address() {
        return address;
    }

    public StoreException failure(SQLException e) {
        return new StoreException("PostgreSQL at " + address + (e instanceof SQLTransientConnectionException
                ? " gave no connection in time; is it running, and not overloaded?"
                : ": " + e.getMessage()), e);
    }

    @Override
    public void close() {
        if (requests != null) {
            requests.close();
        }
        if (readers != null) {
            readers.close();
        }
        hot.close();
        pool.close();
    }

    private static void rollBack(Connection connection, Exception after) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            after.addSuppressed(e);
        }
    }
}
