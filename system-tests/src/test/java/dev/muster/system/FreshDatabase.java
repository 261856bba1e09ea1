package dev.muster.system;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A database for one test, with empty tables: a copy of one that was migrated once. All databases of this process are
 * on one PostgreSQL, which ends with it.
 */
public record FreshDatabase(Database database, String name) implements AutoCloseable {

    private static final AtomicInteger COPIES = new AtomicInteger();

    public static FreshDatabase open(int connections) {
        var name = "test" + COPIES.incrementAndGet();
        Server.execute("CREATE DATABASE " + name + " TEMPLATE " + Server.MIGRATED + " STRATEGY FILE_COPY");
        return new FreshDatabase(Server.open(name, connections), name);
    }

    @Override
    public void close() {
        database.close();
        Server.execute("DROP DATABASE " + name + " WITH (FORCE)");
    }

    /** Started by the first test that needs it. */
    private static final class Server {

        static final String MIGRATED = "muster";

        private static final EmbeddedDatabase POSTGRESQL = EmbeddedDatabase.open(UntilExit.folder());

        static {
            UntilExit.close(POSTGRESQL);
            // what a crash would lose is made again
            for (var setting : List.of("fsync = off", "full_page_writes = off", "wal_compression = off")) {
                execute("ALTER SYSTEM SET " + setting);
            }
            execute("SELECT pg_reload_conf()");
            open(MIGRATED, 2).close();
        }

        static void execute(String sql) {
            try (var connection = DriverManager.getConnection(url("postgres"), POSTGRESQL.user(),
                    POSTGRESQL.password()); var statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        static Database open(String name, int connections) {
            return Database.open(new DatabaseAddress(url(name), POSTGRESQL.user(), POSTGRESQL.password()),
                    connections);
        }

        private static String url(String name) {
            return POSTGRESQL.url().replaceFirst("[^/]*$", name);
        }
    }
}
