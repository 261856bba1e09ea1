package dev.muster.system.plans;

import module java.base;
import dev.muster.common.json.Json;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How PostgreSQL executed one statement.
 *
 * @param read rows that its scans and joins processed, including discarded ones
 * @param told rows that it returned or wrote
 * @param pages pages of tables and indexes that it accessed
 */
record Plan(long read, long told, long pages, String text) {

    /** With the statement's values known to the planner, and without. */
    private static final List<String> MODES = List.of("force_custom_plan", "force_generic_plan");

    private static final AtomicInteger LOOKS = new AtomicInteger();

    /** Executes a statement in both ways, and rolls it back. */
    static List<Plan> of(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        boolean alone = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            var before = connection.setSavepoint();
            var plans = new ArrayList<Plan>();
            for (var mode : MODES) {
                try {
                    plans.add(carriedOut(connection, mode, numbered(sql), values));
                } finally {
                    connection.rollback(before);
                }
            }
            return plans;
        } finally {
            if (alone) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    private static Plan carriedOut(Connection connection, String mode, String sql, @Nullable Object... values)
            throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET LOCAL plan_cache_mode = " + mode);
            var types = Stream.of(values).map(Plan::type).collect(Collectors.joining(", ", "(", ")"));
            var name = "looked_at_" + LOOKS.incrementAndGet();
            statement.execute("PREPARE " + name + (values.length == 0 ? "" : types) + " AS " + sql);
            var literals = Stream.of(values).map(Plan::literal).collect(Collectors.joining(", ", "(", ")"));
            try (var found = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE "
                    + name + (values.length == 0 ? "" : literals))) {
                found.next();
                return of(Json.MAPPER.readTree(found.getString(1)).get(0).get("Plan"), found.getString(1));
            }
        }
    }

    private static Plan of(JsonNode top, String text) {
        return new Plan(read(top), told(top), top.get("Shared Hit Blocks").asLong()
                + top.get("Shared Read Blocks").asLong(), text);
    }

    /** A sort or an aggregate processes its input's rows. */
    private static long read(JsonNode node) {
        double loops = node.get("Actual Loops").asDouble();
        double rows = node.get("Actual Rows").asDouble();
        for (var thrownAway : List.of("Rows Removed by Filter", "Rows Removed by Join Filter",
                "Rows Removed by Index Recheck")) {
            rows += node.path(thrownAway).asDouble(0);
        }
        return Math.round(rows * loops)
                + node.path("Plans").valueStream().mapToLong(Plan::read).sum();
    }

    /** A statement that writes returns no rows by itself. */
    private static long told(JsonNode node) {
        long rows = Math.round(node.get("Actual Rows").asDouble() * node.get("Actual Loops").asDouble());
        boolean writes = node.get("Node Type").asString().equals("ModifyTable");
        return Math.max(rows, writes ? node.get("Plans").valueStream().mapToLong(Plan::told).sum() : 0);
    }

    /** {@code $1} for the first question mark, and so on. */
    private static String numbered(String sql) {
        var parts = sql.split("'", -1);
        var numbered = new StringBuilder();
        int next = 1;
        for (int i = 0; i < parts.length; i++) {
            numbered.append(i == 0 ? "" : "'");
            for (char c : parts[i].toCharArray()) {
                numbered.append(c == '?' && i % 2 == 0 ? "$" + next++ : String.valueOf(c));
            }
        }
        return numbered.toString();
    }

    private static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "unknown";
            case Integer _ -> "int4";
            case Long _ -> "int8";
            case Double _ -> "float8";
            case Boolean _ -> "bool";
            case LocalDate _ -> "date";
            case Array array -> baseType(array) + "[]";
            case String[] _ -> "text[]";
            case Integer[] _ -> "int4[]";
            case Long[] _ -> "int8[]";
            case Timestamp _ -> "unknown";
            case String _ -> "text";
            default -> throw new IllegalArgumentException("no type is known for " + value.getClass());
        };
    }

    private static String baseType(Array array) {
        try {
            return array.getBaseTypeName();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String literal(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case String[] texts -> "ARRAY[" + Stream.of(texts).map(Plan::literal).collect(Collectors.joining(","))
                    + "]::text[]";
            case Integer[] numbers -> "ARRAY[" + Stream.of(numbers).map(String::valueOf)
                    .collect(Collectors.joining(",")) + "]::int4[]";
            case Long[] numbers -> "ARRAY[" + Stream.of(numbers).map(String::valueOf)
                    .collect(Collectors.joining(",")) + "]::int4[]";
            case Double number -> "'" + number + "'"; // may be infinite
            case Number number -> number.toString();
            default -> "'" + value.toString().replace("'", "''") + "'";
        };
    }
}
