package dev.muster.worker.sql;

import module java.base;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Checks that a login may only read, once for each login and database in a process, and that no other application uses
 * it: what a statement can do is what its login may do, and a login may end its own sessions.
 */
public final class ReadOnlyLogin {

    /** The name of our own sessions; other workers have them, too. */
    static final String APPLICATION = "muster sql-validate";

    private static final int SHOWN = 3;
    private static final String SESSION = """
            SELECT current_user, current_setting('is_superuser') = 'on',
                   (SELECT min(coalesce(nullif(application_name, ''), 'an application without a name'))
                    FROM pg_catalog.pg_stat_activity
                    WHERE backend_type = 'client backend' AND usename = current_user AND pid <> pg_backend_pid()
                        AND application_name <> ?)
            """;
    /** Rights in PostgreSQL's own schemas are those that each login has. */
    private static final String RIGHTS = """
            WITH schemas AS (SELECT oid, nspname, nspowner FROM pg_catalog.pg_namespace
                             WHERE nspname <> 'information_schema' AND nspname !~ '^pg_'),
            usable AS (SELECT * FROM schemas WHERE has_schema_privilege(oid, 'USAGE')),
            relations AS (SELECT c.oid, c.relkind, c.relowner, format('%I.%I', nspname, relname) AS name
                          FROM pg_catalog.pg_class c JOIN usable ON usable.oid = relnamespace)
            SELECT 'may write to ' || name FROM relations WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
                   AND (has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
                        OR has_any_column_privilege(oid, 'INSERT, UPDATE'))
            UNION ALL SELECT 'may advance the sequence ' || name FROM relations
                   WHERE CASE WHEN relkind = 'S' THEN has_sequence_privilege(oid, 'USAGE, UPDATE') ELSE false END
            UNION ALL SELECT 'owns ' || name FROM relations
                   WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND pg_has_role(relowner, 'MEMBER')
            UNION ALL SELECT 'may create in the schema ' || quote_ident(nspname) FROM schemas
                   WHERE has_schema_privilege(oid, 'CREATE') OR pg_has_role(nspowner, 'MEMBER')
            UNION ALL SELECT 'owns the function ' || proname FROM pg_catalog.pg_proc
                   WHERE pg_has_role(proowner, 'MEMBER')
            UNION ALL SELECT 'may create in the database ' || quote_ident(datname) FROM pg_catalog.pg_database
                   WHERE datname = current_database()
                         AND (has_database_privilege(oid, 'CREATE') OR pg_has_role(datdba, 'MEMBER'))
            UNION ALL SELECT 'may create roles, databases or replication' FROM pg_catalog.pg_roles
                   WHERE rolname = current_user AND (rolcreaterole OR rolcreatedb OR rolreplication)
            """;

    private final Set<List<String>> checked = ConcurrentHashMap.newKeySet();

    /**
     * Checks the login of a connection.
     *
     * @throws SqlFailed when it is a superuser's, may write, or is used by others
     */
    void check(Connection connection) throws SQLException, SqlFailed {
        var name = checkSession(connection);
        var key = List.of(connection.getMetaData().getURL(), name);
        if (!checked.contains(key)) {
            checkRights(connection, name);
            checked.add(key);
        }
    }

    private static String checkSession(Connection connection) throws SQLException, SqlFailed {
        try (var statement = connection.prepareStatement(SESSION)) {
            statement.setString(1, APPLICATION);
            try (var row = statement.executeQuery()) {
                row.next();
                var name = row.getString(1);
                if (row.getBoolean(2)) {
                    throw new SqlFailed("can't be queried as " + name
                            + ", who is a superuser; give sql-validate a login that may only read");
                }
                var other = row.getString(3);
                if (other != null) {
                    throw new SqlFailed("can't be queried as " + name + ": " + other
                            + " uses this login, too; give sql-validate its own login");
                }
                return name;
            }
        }
    }

    private static void checkRights(Connection connection, String name) throws SQLException, SqlFailed {
        var rights = new ArrayList<String>();
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(RIGHTS)) {
            while (rows.next()) {
                rights.add(rows.getString(1));
            }
        }
        if (!rights.isEmpty()) {
            throw new SqlFailed("can't be queried as " + name + ": this login "
                    + String.join(", ", rights.subList(0, Math.min(SHOWN,
                            rights.size())))
                    + (rights.size() > SHOWN ? ", and " + (rights.size() - SHOWN) + " more" : "")
                    + "; give sql-validate a login that may only read: CREATE ROLE muster_reader LOGIN PASSWORD '…'; "
                    + "GRANT USAGE ON SCHEMA public TO muster_reader; GRANT SELECT ON … TO muster_reader"
                    + (rights.stream().anyMatch(right -> right.endsWith("in the schema public"))
                            ? "; REVOKE CREATE ON SCHEMA public FROM PUBLIC" : ""));
        }
    }
}
