package dev.muster.coordinator.comparison;

import dev.muster.coordinator.comparison.Change.Kind;
import dev.muster.coordinator.figures.Figures;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pairs of two sides, as a query. The database joins and adds up; at most
 * {@link dev.muster.coordinator.statistics.MeanDifference#MOST_DRAWN} differences and a page of changes are ever here.
 *
 * @param sql selects the pairs, with {@code values}
 * @param repeated a case may have more than one observation on a side
 */
record Pairs(String sql, List<Object> values, boolean repeated) {

    private static final String OF_SIDE = """
            FROM results r WHERE run_id = ? AND run_day = (SELECT run_day FROM runs WHERE runs.run_id = ?) AND cell = ?
            """;
    /** Only what is in the rates says something about the agent, also of cost and time. */
    private static final String RESULTS = """
            SELECT $KEY AS key, (cause IN %s)::int AS observed, (status = 'passed')::int AS passed,
                   CASE WHEN status <> 'passed' THEN cause END AS cause,
                   CASE WHEN cause IN %s THEN score END AS score,
                   CASE WHEN cause IN %s THEN cost_usd::float8 END AS cost_usd,
                   CASE WHEN cause IN %s THEN (tokens_in + tokens_out)::float8 END AS tokens,
                   CASE WHEN cause IN %s THEN working_ms::float8 END AS working_ms
            """.replace("%s", Figures.IN_RATES) + OF_SIDE;
    /** Looking up the keys that are missing keeps the database from sharing the work out, so only where some are. */
    private static final String ALL_KEYS = """
            coalesce(r.key, (SELECT c.key FROM case_definitions c
                             WHERE c.run_id = r.run_id AND c.number = r.number))""";
    private static final String BY_CASE = """
            SELECT key, sum(observed)::int AS observed, sum(passed)::int AS passed, min(cause) AS cause,
                   avg(score) AS score, avg(cost_usd) AS cost_usd, avg(tokens) AS tokens, avg(working_ms) AS working_ms
            FROM (%s) AS of_side GROUP BY key
            """.formatted(RESULTS);
    private static final String PAIRS = """
            SELECT coalesce(a.key, b.key) AS key,
                   CASE WHEN b.key IS NULL THEN 'missing' WHEN a.key IS NULL THEN 'new'
                        WHEN a.observed = 0 OR b.observed = 0 THEN 'aside'
                        WHEN a.passed = a.observed AND b.passed < b.observed THEN 'newly_failing'
                        WHEN a.passed < a.observed AND b.passed = b.observed THEN 'newly_passing'
                        ELSE 'alike' END AS kind,
                   coalesce(b.cause, a.cause) AS cause,
                   a.passed::float8 / nullif(a.observed, 0) AS pass_rate, a.score, a.cost_usd, a.tokens, a.working_ms,
                   b.passed::float8 / nullif(b.observed, 0) - a.passed::float8 / nullif(a.observed, 0) AS pass_rate_d,
                   b.score - a.score AS score_d, b.cost_usd - a.cost_usd AS cost_usd_d, b.tokens - a.tokens AS tokens_d,
                   b.working_ms - a.working_ms AS working_ms_d
            FROM ($SIDE) AS a FULL JOIN ($SIDE) AS b ON a.key = b.key
            """;
    private static final String SHAPE = """
            SELECT coalesce(max(repeat) > 0, false) AS repeated, coalesce(bool_or(key IS NULL), false) AS bare
            """ + OF_SIDE;
    Pairs {
        values = List.copyOf(values);
    }

    /**
     * What there is to be reckoned with.
     *
     * @param repeated some case has more than one result
     * @param bare some result has no key: it is of an old run, or was never begun
     */
    private record Shape(boolean repeated, boolean bare) {

        static Shape of(Connection connection, Side side) throws SQLException {
            return Database.list(connection, SHAPE, row -> new Shape(row.getBoolean(1), row.getBoolean(2)),
                    values(side)).getFirst();
        }

        Shape and(Shape other) {
            return new Shape(repeated || other.repeated, bare || other.bare);
        }
    }

    static Pairs of(Connection connection, Pair pair) throws SQLException {
        var shape = Shape.of(connection, pair.first()).and(Shape.of(connection, pair.second()));
        var side = (shape.repeated() ? BY_CASE : RESULTS).replace("$KEY", shape.bare() ? ALL_KEYS : "r.key");
        return new Pairs(PAIRS.replace("$SIDE", side), both(pair), shape.repeated());
    }

    private static List<Object> both(Pair pair) {
        return Stream.concat(Stream.of(values(pair.first())), Stream.of(values(pair.second()))).toList();
    }

    private static Object[] values(Side side) {
        return new Object[]{side.run(), side.run(), side.cell()};
    }

    /** In one pass: the pairs are nowhere else. */
    Tally tally(Connection connection) throws SQLException {
        return Database.list(connection, Tally.COLUMNS + " FROM (" + sql + ") AS pairs", Tally::of, values.toArray())
                .getFirst();
    }

    /** In the order of the keys, so that drawing them gives the same twice. */
    double[] differences(Connection connection, Measure measure) throws SQLException {
        var name = measure.wire() + "_d";
        return Database.list(connection,
                "SELECT " + name + " FROM (" + sql + ") AS pairs WHERE " + name
                        + " IS NOT NULL ORDER BY key COLLATE \"C\"",
                row -> row.getDouble(1), values.toArray()).stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Keeps what changed, and nothing else, under a number, until the transaction ends. */
    void keepChanges(Connection connection, int number) throws SQLException {
        Database.update(connection, "DROP TABLE IF EXISTS " + changes(number));
        Database.update(connection, "CREATE TEMP TABLE " + changes(number) + " ON COMMIT DROP AS " + """
                SELECT kind, key, CASE WHEN kind LIKE 'newly%' THEN cause END AS cause
                FROM ($PAIRS) AS pairs WHERE kind NOT IN ('alike', 'aside')
                """.replace("$PAIRS", sql), values.toArray());
    }

    /** Changes of one kind after a key, in the order of the keys. */
    static List<Change> changes(Connection connection, int number, Kind kind, String after, int atMost)
            throws SQLException {
        return Database.list(connection, "SELECT key, cause FROM " + changes(number) + """
                 WHERE kind = ? AND key COLLATE "C" > ? ORDER BY key COLLATE "C" LIMIT ?
                """, row -> new Change(row.getString(1), kind, row.getString(2)), kind.wire(), after, atMost);
    }

    private static String changes(int number) {
        return "changes_" + number;
    }
}
