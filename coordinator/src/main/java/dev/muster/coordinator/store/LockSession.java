package dev.muster.coordinator.store;

import module java.base;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A dedicated connection to PostgreSQL, for an advisory lock and the {@code leadership} row. */
final class LockSession implements FleetSession {

    private static final String TAKE = """
            INSERT INTO leadership (fleet, epoch, holder) VALUES (@fleet, 1, @holder)
            ON CONFLICT (fleet) DO UPDATE SET epoch = leadership.epoch + 1, holder = excluded.holder, since = now()
            RETURNING epoch, ticket_secret
            """;
    private static final String SETTLED = """
            INSERT INTO settled (fleet, seq) VALUES (@fleet, 0) ON CONFLICT (fleet) DO UPDATE SET seq = settled.seq
            RETURNING seq
            """;
    private static final Logger LOG = LoggerFactory.getLogger(LockSession.class);
    private static final int LOOK_SECONDS = 5;
    /** A new leader waits this long for a leader that is stalled inside its transaction. */
    private static final int ANSWER_SECONDS = 15;
    /** A leader that is stalled inside its transaction must not block the next one, which writes that row. */
    private static final String EPOCH = """
            SELECT epoch, set_config('idle_in_transaction_session_timeout', '10s', true)
            FROM leadership WHERE fleet = @fleet FOR SHARE
            """;
    /**
     * The lock is checked every second, so only a process that is stalled or cut off is silent for this long. Its
     * connection would stay open for hours, and no other process could take over.
     */
    private static final String LET_GO_OF_THE_SILENT = "SELECT set_config('idle_session_timeout', '10s', false)";
    private final Connection connection;
    private final DatabaseAddress address;
    private final String fleet;

    LockSession(Connection connection, DatabaseAddress address, String fleet) {
        this.connection = connection;
        this.address = address;
        this.fleet = fleet;
    }

    @Override
    public boolean answers() throws SQLException {
        return connection.isValid(LOOK_SECONDS);
    }

    @Override
    public boolean tryLock() throws SQLException {
        return tryLock(connection, fleet);
    }

    /** Migrates the tables first; only the holder of the lock does that. */
    @Override
    public FleetLock.Begun begin(String holder) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET idle_session_timeout = 0"); // it may take longer
            Migrations.bringUpToDate(connection, address);
            statement.execute(LET_GO_OF_THE_SILENT);
        }
        long settled = Database.list(connection, SETTLED, row -> row.getLong(1), "fleet", fleet).getFirst();
        return Database.list(connection, TAKE, row -> new FleetLock.Begun(row.getLong(1), row.getBytes(2), settled),
                "fleet", fleet, "holder", holder).getFirst();
    }

    @Override
    public @Nullable Long epoch() throws SQLException {
        return epoch(connection, fleet);
    }

    @Override
    public long settled() throws SQLException {
        return Database.list(connection, "SELECT seq FROM settled WHERE fleet = @fleet", row -> row.getLong(1), "fleet",
                fleet).stream().findFirst().orElse(-1L);
    }

    /** Frees the lock at once: when a connection closes, the server does so too late for the next leader. */
    @Override
    public void unlock() {
        try (var statement = connection.prepareStatement("SELECT pg_advisory_unlock_all()")) {
            statement.execute();
        } catch (SQLException e) {
            LOG.debug("the leader's connection is broken: {}", e.getMessage());
        }
        close();
    }

    @Override
    public void close() {
        closeQuietly(connection);
    }

    /** Returns a fleet's epoch; it cannot change before this transaction ends. */
    static @Nullable Long epoch(Connection connection, String fleet) throws SQLException {
        var found = Database.list(connection, EPOCH, row -> row.getLong(1), "fleet", fleet);
        return found.isEmpty() ? null : found.getFirst();
    }

    static boolean tryLock(Connection connection, String fleet) throws SQLException {
        return Database.list(connection, "SELECT pg_try_advisory_lock(hashtextextended(@fleet, 0))",
                row -> row.getBoolean(1), "fleet", fleet).getFirst();
    }

    static Connection connect(DatabaseAddress address) throws SQLException {
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

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // the server frees the lock when the connection ends, however it ends
            return;
        }
    }
}
