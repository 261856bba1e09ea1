package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.figures.Figures;
import dev.muster.coordinator.analysis.figures.Shape;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of two sides, as a query. The database joins and adds up; at most
 * {@link dev.muster.coordinator.analysis.statistics.MeanDifference#MOST_DRAWN} differences and a page of changes are
 * ever in this process.
 *
 * @param sql selects the pairs, with {@code values}
 * @param repeated whether a case may have more than one observation on a side
 */
record Pairs(String sql, List<Object> values, boolean repeated) {

    private static final String OF_SIDE = """
            FROM $TABLE_$SIDE r WHERE run_id = @run_$SIDE AND run_day = (SELECT run_day FROM runs
                WHERE runs.run_id = @run_$SIDE) AND cell = @cell_$SIDE
            """;
    private static final String RESULTS = """
            SELECT $KEY AS key, number, (cause IN %s)::int AS observed, (status = 'passed')::int AS passed,
                   CASE status WHEN 'flaky' THEN status WHEN 'passed' THEN NULL ELSE cause END AS cause, score,
                       cost_usd::float8 AS cost_usd,
                   (tokens_in + tokens_out)::float8 AS tokens, working_ms::float8 AS working_ms
            """.formatted(Figures.IN_RATES) + OF_SIDE;
    /** Used only where keys are missing: looking them up keeps the database from parallelizing the query. */
    private static final String ALL_KEYS = """
            coalesce(r.key, (SELECT c.key FROM case_definitions c
                             WHERE c.run_id = r.run_id AND c.number = r.number))""";
    /** Only results in the rates say something about the agent, also about cost and time. */
    private static final String BY_CASE = """
            SELECT key, min(number) AS number, sum(observed)::int AS observed, sum(passed)::int AS passed,
                min(cause) AS cause,
                   avg(score) FILTER (WHERE observed = 1) AS score,
                   avg(cost_usd) FILTER (WHERE observed = 1) AS cost_usd,
                   avg(tokens) FILTER (WHERE observed = 1) AS tokens,
                   avg(working_ms) FILTER (WHERE observed = 1) AS working_ms
            FROM (%s) AS of_side GROUP BY key
            """.formatted(RESULTS);
    /** A case whose repeats end at its first failure is one observation: all of them passed, or not. */
    private static final String VERDICTS = """
            SELECT key, number, least(observed, 1) AS observed, (observed > 0 AND passed = observed)::int AS passed,
                cause, score,
                   cost_usd, tokens, working_ms, observed AS tries, passed AS passes
            FROM (%s) AS of_case
            """.formatted(BY_CASE);
    private static final String COUNTS = "number_a, passes_a, tries_a, number_b, passes_b, tries_b";
    private static final String PAIRS = """
            SELECT coalesce(a.key, b.key) AS key,
                   CASE WHEN b.key IS NULL THEN 'missing' WHEN a.key IS NULL THEN 'new'
                        WHEN a.observed = 0 OR b.observed = 0 THEN 'aside'
                        WHEN a.passed = a.observed AND b.passed < b.observed THEN 'newly_failing'
                        WHEN a.passed < a.observed AND b.passed = b.observed THEN 'newly_passing'
                        ELSE 'alike' END AS kind,
                   coalesce(b.cause, a.cause) AS cause, a.number AS number_a, a.$PASSES AS passes_a,
                       a.$TRIES AS tries_a,
                   b.number AS number_b, b.$PASSES AS passes_b, b.$TRIES AS tries_b,
                   a.passed::float8 / nullif(a.observed, 0) AS pass_rate, a.score, a.cost_usd, a.tokens, a.working_ms,
                   b.passed::float8 / nullif(b.observed, 0) - a.passed::float8 / nullif(a.observed, 0) AS pass_rate_d,
                   b.score - a.score AS score_d, b.cost_usd - a.cost_usd AS cost_usd_d, b.tokens - a.tokens AS tokens_d,
                   b.working_ms - a.working_ms AS working_ms_d
            FROM ($FIRST) AS a FULL JOIN ($SECOND) AS b ON a.key = b.key
            """;
    /** Means of the same values differ in their last digits; a difference within rounding is none. */
    private static final String PAIRS_OF_MEANS = "SELECT key, kind, cause, " + COUNTS + ", "
            + Stream.of(Measure.values())
                    .map(Measure::wire).map("""
                    %1$s, CASE WHEN abs(%1$s_d) <= 1e-9 * (abs(%1$s) + abs(%1$s + %1$s_d)) THEN 0 ELSE %1$s_d END AS %1$s_d
                    """::formatted).collect(Collectors.joining(", "))
            + "FROM (" + PAIRS + ") AS exact";
    /** In one pass, which can run in parallel; the changes are stored with it, so that they are not computed again. */
    private static final String ADDED_UP = PairTally.COLUMNS + """
            , array_agg(key) FILTER (WHERE kind LIKE 'newly%') AS keys,
            array_agg(cause) FILTER (WHERE kind LIKE 'newly%') AS causes
            """
            + Stream.of(COUNTS.split(", "))
                    .map(", array_agg(%1$s) FILTER (WHERE kind LIKE 'newly%%') AS %1$s"::formatted)
                    .collect(Collectors.joining());
    private static final String CHANGED = """
            SELECT kind, changed.* FROM $TALLY, unnest(keys, causes, $COUNTS) AS changed(key, cause, $COUNTS)
            """.replace("$COUNTS", COUNTS);
    private static final String ON_ONE_SIDE = """
             SELECT kind, key, NULL, %s FROM ($PAIRS) AS pairs WHERE kind IN ('missing', 'new')
            """.formatted(COUNTS);

    /**
     * @param shape of both sides
     * @param tables where the results of each run are
     */
    static Pairs of(Pair pair, Shape shape, Map<String, String> tables) {
        var side = (shape.stopped() ? VERDICTS : shape.repeated() ? BY_CASE : RESULTS).replace("$KEY",
                shape.bare() ? ALL_KEYS : "r.key");
        return new Pairs((shape.repeated() ? PAIRS_OF_MEANS : PAIRS).replace("$FIRST", side.replace("$SIDE", "a"))
                .replace("$SECOND", side.replace("$SIDE", "b"))
                .replace("$PASSES", shape.stopped() ? "passes" : "passed")
                .replace("$TRIES", shape.stopped() ? "tries" : "observed")
                .replace("$TABLE_a", tables.getOrDefault(pair.first().run(), Overlay.PLAIN))
                .replace("$TABLE_b", tables.getOrDefault(pair.second().run(), Overlay.PLAIN)),
                List.of("run_a", pair.first().run(), "cell_a", pair.first().cell(), "run_b", pair.second().run(),
                        "cell_b",
                        pair.second().cell()),
                shape.repeated() && !shape.stopped());
    }

    /** Adds up all pairs, and keeps the changes under a number until the transaction ends. */
    PairTally tally(Connection connection, int number) throws SQLException {
        create(connection, tally(number), ADDED_UP + " FROM (" + sql + ") AS pairs GROUP BY kind", values);
        create(connection, changes(number), CHANGED.replace("$TALLY", tally(number)), List.of());
        var tally = PairTally.of(Database.list(connection, "SELECT * FROM " + tally(number), PairPart::of));
        if (tally.counts().of(Kind.MISSING) + tally.counts().of(Kind.NEW) > 0) {
            Database.update(connection, "INSERT INTO " + changes(number) + ON_ONE_SIDE.replace("$PAIRS", sql),
                    values.toArray());
        }
        return tally;
    }

    private static void create(Connection connection, String table, String sql, List<Object> values)
            throws SQLException {
        Database.update(connection, "DROP TABLE IF EXISTS " + table);
        Database.update(connection, "CREATE TEMP TABLE " + table + " ON COMMIT DROP AS " + sql, values.toArray());
    }

    /** Returns the differences in key order, so that resampling is reproducible. */
    double[] differences(Connection connection, Measure measure) throws SQLException {
        return differences(connection, measure, "");
    }

    /** Returns those that are not 0. */
    double[] differing(Connection connection, Measure measure) throws SQLException {
        return differences(connection, measure, " AND " + measure.wire() + "_d <> 0");
    }

    private double[] differences(Connection connection, Measure measure, String which) throws SQLException {
        var name = measure.wire() + "_d";
        return Database.list(connection, "SELECT " + name + " FROM (" + sql + ") AS pairs WHERE " + name
                + " IS NOT NULL AND kind <> 'aside'" + which + " ORDER BY key COLLATE \"C\"",
                row -> row.getDouble(1), values.toArray()).stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns changes of one kind after a key, in key order; beyond the first page they are sorted once for all. */
    static List<Change> changes(Connection connection, int number, Kind kind, String after, int atMost)
            throws SQLException {
        if (!after.isEmpty()) {
            Database.update(connection, "CREATE INDEX IF NOT EXISTS " + changes(number) + "_in_order ON "
                    + changes(number) + " (kind, key COLLATE \"C\")");
        }
        return Database.list(connection, "SELECT key, cause, " + COUNTS + " FROM " + changes(number) + """
                 WHERE kind = @kind AND key COLLATE "C" > @after ORDER BY key COLLATE "C" LIMIT @atMost
                """,
                row -> new Change(row.getString(1), kind, row.getString(2), null, tries(row, "a"), tries(row, "b")),
                "kind", kind, "after", after,
                "atMost",
                atMost);
    }

    private static Change.@Nullable Tries tries(ResultSet row, String side) throws SQLException {
        int number = row.getInt("number_" + side);
        return row.wasNull() ? null
                : new Change.Tries(number, row.getInt("passes_" + side), row.getInt("tries_" + side));
    }

    private static String tally(int number) {
        return "tally_" + number;
    }

    private static String changes(int number) {
        return "changes_" + number;
    }
}
