package dev.muster.worker.sql;

import module java.base;
import dev.muster.common.assertion.eval.SqlStatement;
import dev.muster.common.json.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.postgresql.core.Parser;
import tools.jackson.databind.JsonNode;

/**
 * A statement of a suite as a subquery, where PostgreSQL allows nothing that writes. The driver decides what one
 * statement is, and the server what its functions are: there is no second parser that could disagree.
 */
final class ReadOnlyQuery {

    /** Functions that may give another result each time and change nothing. */
    private static final Set<String> HARMLESS = Set.of("random", "random_normal", "clock_timestamp", "timeofday",
            "gen_random_uuid", "uuidv4", "uuidv7", "pg_relation_size", "pg_total_relation_size", "pg_table_size",
            "pg_indexes_size", "pg_database_size", "currval", "lastval");
    /** Functions that run a text as a statement, and don't say so. */
    private static final Set<String> RUNNING = Set.of("crosstab", "crosstab2", "crosstab3", "crosstab4", "crosstabn",
            "connectby", "xpath_table", "dblink", "dblink_exec", "query_to_xml", "cursor_to_xml", "ts_stat");
    /** PostgreSQL joins literals on lines below each other, and reads the second one as the first. */
    private static final Pattern JOINED = Pattern.compile("'[^\\S\\r\\n]*[\\r\\n]\\s*'");
    private static final String VOLATILE = """
            SELECT DISTINCT proname FROM pg_catalog.pg_proc
            WHERE proname = ANY (?) AND (provolatile = 'v' OR proname = ANY (?))
                  AND NOT (proname = ANY (?) AND pronamespace = 'pg_catalog'::regnamespace)
            ORDER BY proname
            """;

    private final SqlStatement statement;
    private final List<JsonNode> values;

    ReadOnlyQuery(SqlStatement statement, List<JsonNode> values) {
        this.statement = statement;
        this.values = values;
    }

    /** @throws SqlFailed when it is not one statement, or calls a function that may change something */
    PreparedStatement prepared(Connection connection) throws SQLException, SqlFailed {
        checkOne();
        var query = "SELECT * FROM (\n" + statement.text() + "\n) AS muster_rows";
        checkFunctions(connection, query);
        return bound(connection, query);
    }

    private void checkOne() throws SQLException, SqlFailed {
        var queries = Parser.parseJdbcSql(statement.text(), true, true, true, false, false);
        if (queries.size() != 1 || queries.getFirst().bindPositions.length != statement.names().size()) {
            throw new SqlFailed("was not queried: sql-validate takes one statement each, and as PostgreSQL reads the "
                    + "quotes of this one, it is not one");
        }
        if (JOINED.matcher(statement.text()).find()) {
            throw new SqlFailed(
                    "was not queried: sql-validate takes no literal that goes on in another on the next line");
        }
        if (statement.text().toLowerCase(Locale.ROOT).contains("u&\"")) {
            throw new SqlFailed("was not queried: sql-validate takes no names with escapes, as in U&\"…\"");
        }
    }

    /** In the statement as written and as PostgreSQL runs it: with its views, casts and inlined functions. */
    private void checkFunctions(Connection connection, String query) throws SQLException, SqlFailed {
        var called = new HashSet<>(CalledFunctions.in(statement.text()));
        try (var explain = bound(connection, "EXPLAIN (VERBOSE, FORMAT JSON) " + query);
                var plan = explain.executeQuery()) {
            plan.next();
            addCalled(Json.MAPPER.readTree(plan.getString(1)), called);
        }
        try (var found = connection.prepareStatement(VOLATILE)) {
            found.setArray(1, connection.createArrayOf("text", called.toArray()));
            found.setArray(2, connection.createArrayOf("text", RUNNING.toArray()));
            found.setArray(3, connection.createArrayOf("text", HARMLESS.toArray()));
            var names = new StringJoiner(", ");
            try (var rows = found.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            if (names.length() > 0) {
                throw new SqlFailed("was not queried: the statement calls " + names
                        + ", which may change something, and sql-validate only reads");
            }
        }
    }

    private static void addCalled(JsonNode plan, Set<String> called) {
        if (plan.isString()) {
            called.addAll(CalledFunctions.in(plan.stringValue()));
        }
        plan.path("Function Name").asStringOpt().ifPresent(called::add);
        plan.forEach(part -> addCalled(part, called));
    }

    private PreparedStatement bound(Connection connection, String query) throws SQLException {
        var prepared = connection.prepareStatement(query);
        for (int i = 0; i < values.size(); i++) {
            set(prepared, i + 1, values.get(i));
        }
        return prepared;
    }

    private static void set(PreparedStatement statement, int place, JsonNode value) throws SQLException {
        if (value.isNull()) {
            statement.setNull(place, Types.OTHER);
        } else if (value.isBoolean()) {
            statement.setBoolean(place, value.booleanValue());
        } else {
            statement.setString(place, value.isString() ? value.stringValue() : value.toString());
        }
    }
}
