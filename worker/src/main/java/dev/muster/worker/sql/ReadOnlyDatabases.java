package dev.muster.worker.sql;

import module java.base;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.CheckedSockets;
import dev.muster.common.assertion.eval.SqlStatement;
import dev.muster.common.config.DatabaseConfig;
import dev.muster.common.config.JdbcUrl;
import dev.muster.common.target.NotAllowed;
import dev.muster.common.time.Durations;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * PostgreSQL, with a new connection for each statement: in a read-only transaction that ends with it, stopped by the
 * server after the statement's time limit, and cut off by the driver when the server does not stop it.
 */
public final class ReadOnlyDatabases implements Databases {

    private static final int CONNECT_SECONDS = 10;
    /** PostgreSQL's SQLSTATE when a statement ran longer than statement_timeout. */
    private static final String CANCELLED = "57014";
    /** PostgreSQL's SQLSTATE when a statement writes in a read-only transaction. */
    private static final String READ_ONLY = "25006";

    private final Map<String, DatabaseConfig> databases;
    private final Semaphore places;
    private final ReadOnlyLogin login;
    private final AllowedHosts hosts;

    /**
     * @param databases by name, with the environment already substituted
     * @param places limits connections at once; shared by all cases of a worker
     * @param login shared by all cases of a worker, too
     * @param hosts where databases may be
     */
    public ReadOnlyDatabases(Map<String, DatabaseConfig> databases, Semaphore places, ReadOnlyLogin login,
            AllowedHosts hosts) {
        this.databases = databases;
        this.places = places;
        this.login = login;
        this.hosts = hosts;
    }

    @Override
    public List<JsonNode> read(String name, SqlStatement statement, List<JsonNode> values, Duration atMost)
            throws SqlFailed, InterruptedException {
        var database = databases.get(name);
        if (database == null) {
            throw new SqlFailed("database " + name + " is not in this run");
        }
        var limit = atMost.compareTo(LONGEST_STATEMENT) < 0 ? atMost : LONGEST_STATEMENT;
        places.acquire();
        try (var connection = connect(database, limit)) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            login.check(connection);
            return rows(connection, new ReadOnlyQuery(statement, values));
        } catch (SQLException e) {
            AllowedHosts.refusal(e).ifPresent(why -> {
                throw new NotAllowed("database " + name + " can't be reached: " + why);
            });
            throw new SqlFailed("database " + name + " " + sentence(e, limit));
        } catch (SqlFailed e) {
            throw new SqlFailed("database " + name + " " + e.getMessage());
        } finally {
            places.release();
        }
    }

    private Connection connect(DatabaseConfig database, Duration limit) throws SQLException, SqlFailed {
        var trouble = JdbcUrl.trouble(database.url());
        if (trouble.isPresent()) {
            throw new SqlFailed("can't be reached: " + trouble.get());
        }
        var properties = new Properties();
        put(properties, "user", database.user());
        put(properties, "password", database.password());
        properties.put("options", "-c statement_timeout=" + Math.max(1, limit.toMillis())
                + " -c default_transaction_read_only=on -c standard_conforming_strings=on -c "
                + "idle_in_transaction_session_timeout=60000");
        // texts and numbers of a reply fit columns of any type
        properties.put("stringtype", "unspecified");
        // the server takes one statement at a time
        properties.put("preferQueryMode", "extended");
        properties.put("loginTimeout", String.valueOf(CONNECT_SECONDS));
        properties.put("socketTimeout", String.valueOf(limit.toSeconds() + CONNECT_SECONDS));
        properties.put("ApplicationName", ReadOnlyLogin.APPLICATION);
        // then the name is there from the beginning of the session
        properties.put("assumeMinServerVersion", "12");
        // else one value of a row could take all memory, and with it the worker
        properties.put("maxResultBuffer", String.valueOf(ResultRows.MOST_BYTES));
        properties.put("socketFactory", CheckedSockets.class.getName());
        properties.put("socketFactoryArg", hosts.list());
        return DriverManager.getConnection(database.url(), properties);
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.put(name, value);
        }
    }

    private static List<JsonNode> rows(Connection connection, ReadOnlyQuery query) throws SQLException, SqlFailed {
        try (var prepared = query.prepared(connection)) {
            prepared.setFetchSize(ResultRows.MOST + 1);
            prepared.setMaxRows(ResultRows.MOST + 1);
            try (var results = prepared.executeQuery()) {
                return ResultRows.of(results);
            }
        }
    }

    private static String sentence(SQLException trouble, Duration limit) {
        var state = String.valueOf(trouble.getSQLState());
        var message = String.valueOf(trouble.getMessage()).lines().findFirst().orElse("");
        if (message.contains("maxResultBuffer")) {
            return ResultRows.TOO_MUCH;
        }
        if (trouble.getCause() instanceof SocketTimeoutException) {
            return "did not answer within " + Durations.text(limit.plusSeconds(CONNECT_SECONDS));
        }
        return switch (state) {
            case CANCELLED -> "stopped the statement after " + Durations.text(limit) + ", the limit of a statement";
            case READ_ONLY -> "refused the statement: it writes, and sql-validate only reads (" + message + ")";
            default -> state.startsWith("08") || state.startsWith("28") || state.startsWith("3D")
                    ? "can't be reached: " + message : "refused the statement: " + message;
        };
    }
}
