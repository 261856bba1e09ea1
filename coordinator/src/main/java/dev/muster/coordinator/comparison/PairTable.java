package dev.muster.coordinator.comparison;

import dev.muster.coordinator.comparison.Change.Kind;
import dev.muster.coordinator.figures.Figures;
import dev.muster.coordinator.statistics.Moments;
import dev.muster.coordinator.store.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The pairs of two sides as a table of one transaction. The database joins and adds up; at most
 * {@link dev.muster.coordinator.statistics.MeanDifference#MOST_DRAWN} differences and a page of changes are ever here.
 */
final class PairTable {

    /** Only what is in the rates says something about the agent, also of cost and time. */
    private static final String RESULTS = """
            SELECT $KEY AS key, (cause IN %s)::int AS observed, (status = 'passed')::int AS passed,
                   CASE WHEN status <> 'passed' THEN cause END AS cause,
                   CASE WHEN cause IN %s THEN score END AS score,
                   CASE WHEN cause IN %s THEN cost_usd::float8 END AS cost_usd,
                   CASE WHEN cause IN %s THEN (tokens_in + tokens_out)::float8 END AS tokens,
                   CASE WHEN cause IN %s THEN working_ms::float8 END AS working_ms
            FROM results r WHERE run_id = ? AND run_day = (SELECT run_day FROM runs WHERE runs.run_id = ?) AND cell = ?
            """.replace("%s", Figures.IN_RATES);
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
            CREATE TEMP TABLE pairs ON COMMIT DROP AS
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
            FROM results WHERE run_id = ? AND cell = ?
            AND run_day = (SELECT run_day FROM runs WHERE runs.run_id = ?)
            """;

    private final Connection connection;
    private final boolean repeated;

    private PairTable(Connection connection, boolean repeated) {
        this.connection = connection;
        this.repeated = repeated;
    }

    /**
     * What there is to be reckoned with.
     *
     * @param repeated some case has more than one result
     * @param bare some result has no key: it is of an old run, or was never begun
     */
    private record Shape(boolean repeated, boolean bare) {

        static Shape of(Connection connection, Side side) throws SQLException {
            return Database.list(connection, SHAPE, row -> new Shape(row.getBoolean(1), row.getBoolean(2)), side.run(),
                    side.cell(), side.run()).getFirst();
        }

        Shape and(Shape other) {
            return new Shape(repeated || other.repeated, bare || other.bare);
        }
    }

    static PairTable of(Connection connection, Pair pair) throws SQLException {
        var shape = Shape.of(connection, pair.first()).and(Shape.of(connection, pair.second()));
        var side = (shape.repeated() ? BY_CASE : RESULTS).replace("$KEY", shape.bare() ? ALL_KEYS : "r.key");
        Database.update(connection, "DROP TABLE IF EXISTS pairs");
        Database.update(connection, PAIRS.replace("$SIDE", side), pair.first().run(), pair.first().run(),
                pair.first().cell(), pair.second().run(), pair.second().run(), pair.second().cell());
        return new PairTable(connection, shape.repeated());
    }

    /** Whether a case may have more than one observation on a side. */
    boolean repeated() {
        return repeated;
    }

    PairCounts counts() throws SQLException {
        var kinds = new HashMap<String, Long>();
        Database.list(connection, "SELECT kind, count(*) FROM pairs GROUP BY kind",
                row -> kinds.put(row.getString(1), row.getLong(2)));
        var changes = new EnumMap<Kind, Long>(Kind.class);
        for (var kind : Kind.values()) {
            changes.put(kind, kinds.getOrDefault(kind.wire(), 0L));
        }
        long judged = kinds.getOrDefault("alike", 0L) + changes.getOrDefault(Kind.NEWLY_FAILING, 0L)
                + changes.getOrDefault(Kind.NEWLY_PASSING, 0L);
        return new PairCounts(judged + kinds.getOrDefault("aside", 0L), judged, changes);
    }

    /**
     * What one measure comes to over all pairs.
     *
     * @param first mean of the first side
     */
    record Sums(double first, Moments differences) {}

    /** Of every measure that both sides know of at least one case. */
    Map<Measure, Sums> sums() throws SQLException {
        var columns = new StringBuilder("SELECT count(*)");
        for (var measure : Measure.values()) {
            var name = measure.wire();
            columns.append(String.format(Locale.ROOT,
                    ", count(%1$s_d), avg(%1$s_d), var_samp(%1$s_d), avg(%1$s) FILTER (WHERE %1$s_d IS NOT NULL)",
                    name));
        }
        return Database.list(connection, columns + " FROM pairs", PairTable::sums).getFirst();
    }

    private static Map<Measure, Sums> sums(ResultSet row) throws SQLException {
        var sums = new EnumMap<Measure, Sums>(Measure.class);
        int column = 2;
        for (var measure : Measure.values()) {
            long cases = row.getLong(column);
            if (cases > 0) {
                sums.put(measure, new Sums(row.getDouble(column + 3),
                        new Moments(cases, row.getDouble(column + 1), row.getDouble(column + 2))));
            }
            column += 4;
        }
        return sums;
    }

    /** In the order of the keys, so that drawing them gives the same twice. */
    double[] differences(Measure measure) throws SQLException {
        var name = measure.wire() + "_d";
        return Database.list(connection,
                "SELECT " + name + " FROM pairs WHERE " + name + " IS NOT NULL ORDER BY key COLLATE \"C\"",
                row -> row.getDouble(1)).stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Keeps what changed, and nothing else, under a number. */
    void keepChanges(int number) throws SQLException {
        Database.update(connection, """
                CREATE TEMP TABLE IF NOT EXISTS changes (pairing int, kind text, key text, cause text) ON COMMIT DROP
                """);
        Database.update(connection, """
                INSERT INTO changes SELECT ?, kind, key, CASE WHEN kind LIKE 'newly%' THEN cause END FROM pairs
                WHERE kind NOT IN ('alike', 'aside')
                """, number);
    }

    /** Changes of one kind after a key, in the order of the keys. */
    static List<Change> changes(Connection connection, int number, Kind kind, String after, int atMost)
            throws SQLException {
        return Database.list(connection, """
                SELECT key, cause FROM changes WHERE pairing = ? AND kind = ? AND key COLLATE "C" > ?
                ORDER BY key COLLATE "C" LIMIT ?
                """, row -> new Change(row.getString(1), kind, row.getString(2)), number, kind.wire(), after, atMost);
    }
}
