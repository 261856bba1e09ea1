package dev.muster.coordinator.store;

import module java.base;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Migrates the tables. Flyway takes a third of a second to find nothing to do, so the version is checked first. */
final class Migrations {

    /** The version of the newest script under {@code db/migration}; a test checks it. */
    static final String NEWEST = "24";

    private static final int OWN = Integer.parseInt(NEWEST);
    private static final int OLDEST_SERVER = 14;
    private static final String MAY_CREATE = """
            SELECT current_user, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
            """;

    private Migrations() {}

    /** Migrates tables that are older than this Muster; only the owner of a database, or the leader of a fleet, may. */
    static void bringUpToDate(Connection connection, DatabaseAddress address) throws SQLException {
        if (versionForUse(connection, address) < OWN) {
            check(connection, address);
            migrate(address);
        }
    }

    /**
     * Returns the version of the tables, 0 for none.
     *
     * @throws StoreException.TooOld when a newer Muster made them
     */
    static int versionForUse(Connection connection, DatabaseAddress address) throws SQLException {
        int version = version(connection);
        if (version > OWN) {
            throw new StoreException.TooOld("this Muster is too old: the tables in " + address + " have version "
                    + version + ", and it knows them up to " + OWN
                    + "; use the version of Muster that upgraded them, or restore the backup from before the upgrade");
        }
        return version;
    }

    /** Refuses what this Muster can't read as it is. */
    static void refuseOthers(Connection connection, DatabaseAddress address) throws SQLException {
        int version = versionForUse(connection, address);
        if (version == 0) {
            throw new StoreException("there are no tables of Muster in " + address
                    + "; is it the right database? A coordinator creates them when it first leads, and so does muster run");
        }
        if (version < OWN) {
            throw new StoreException("the tables in " + address + " have version " + version
                    + ", and this Muster reads "
                    + OWN
                    + "; upgrade the fleet's coordinator first, which migrates them, or use its version of Muster");
        }
    }

    private static int version(Connection connection) throws SQLException {
        boolean none = Database.list(connection, "SELECT to_regclass('flyway_schema_history') IS NULL",
                row -> row.getBoolean(1)).getFirst();
        return none ? 0 : Database.list(connection, """
                SELECT coalesce(max(version::int), 0) FROM flyway_schema_history WHERE success
                """, row -> row.getInt(1)).getFirst();
    }

    private static void check(Connection connection, DatabaseAddress address) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST_SERVER) {
            throw new StoreException("PostgreSQL at " + address + " is version " + version + "; Muster needs "
                    + OLDEST_SERVER + " or newer");
        }
        var user = Database.list(connection, MAY_CREATE, row -> row.getBoolean(2) ? "" : row.getString(1)).getFirst();
        if (!user.isEmpty()) {
            throw new StoreException("the user " + user + " may not create tables in " + address
                    + "; as the owner of the database: GRANT CREATE ON SCHEMA public TO " + user);
        }
    }

    /** Over a connection without a time-out: an index on a large table takes minutes. */
    private static void migrate(DatabaseAddress address) {
        try {
            Flyway.configure().dataSource(address.url(), address.user(), address.password())
                    .locations("classpath:db/migration").load().migrate();
        } catch (FlywayException e) {
            throw new StoreException("the tables in " + address + " could not be brought up to date: " + e.getMessage(),
                    new SQLException(e));
        }
    }
}
