package dev.muster.coordinator.store;

import java.sql.SQLException;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Migrates the tables. Flyway takes a third of a second to find nothing to do, so the version is checked first. */
final class Migrations {

    /** The version of the newest script under {@code db/migration}; a test checks it. */
    static final String NEWEST = "18";

    private static final int OLDEST_SERVER = 14;
    private static final String MAY_CREATE = """
            SELECT current_user, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
            """;
    private static final String APPLIED = """
            SELECT EXISTS (SELECT 1 FROM flyway_schema_history WHERE version = @version AND success)
            """;

    private Migrations() {}

    static void bringUpToDate(Database database) {
        if (!upToDate(database)) {
            check(database);
            migrate(database);
        }
    }

    private static boolean upToDate(Database database) {
        return database.connected(connection -> {
            try (var tables = connection.getMetaData().getTables(null, "public", "flyway_schema_history", null)) {
                if (!tables.next()) {
                    return false;
                }
            }
            return Database.list(connection, APPLIED, row -> row.getBoolean(1), "version", NEWEST).getFirst();
        });
    }

    private static void check(Database database) {
        var _ = database.connected(connection -> {
            int version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < OLDEST_SERVER) {
                throw new StoreException("PostgreSQL at " + database.address() + " is version " + version
                        + "; Muster needs " + OLDEST_SERVER + " or newer");
            }
            return Database.list(connection, MAY_CREATE, row -> {
                if (!row.getBoolean(2)) {
                    throw new StoreException("the user " + row.getString(1) + " may not create tables in "
                            + database.address() + "; as the owner of the database: GRANT CREATE ON SCHEMA public TO "
                            + row.getString(1));
                }
                return true;
            });
        });
    }

    private static void migrate(Database database) {
        try {
            Flyway.configure().dataSource(database.source()).locations("classpath:db/migration").load().migrate();
        } catch (FlywayException e) {
            throw new StoreException("the tables in " + database.address()
                    + " could not be brought up to date: " + e.getMessage(), new SQLException(e));
        }
    }
}
