package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes.Group;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the figures of runs: the database adds up, so a run of a million results takes no memory here. */
public final class Figures {

    /** The causes that are in the rates, for SQL. */
    public static final String IN_RATES = Arrays.stream(Cause.values()).filter(Cause::inRates).map(Cause::wire)
            .collect(Collectors.joining("', '", "('", "')"));

    private static final String TABLE = "$TABLE";
    private static final String OF_RUN = """
             FROM $TABLE AS results WHERE run_id = @run AND run_day = (SELECT run_day FROM runs
                 WHERE runs.run_id = @run)
            """;
    /** In one pass, which can run in parallel: sums for each group used below, and by duration for the spreads. */
    private static final String COUNTED = """
            CREATE TEMP TABLE counted ON COMMIT DROP AS
            SELECT cell, status, cause, CASE WHEN attempt > 0 AND status <> 'skipped' THEN working_ms END AS ms,
                   count(*) AS results,
                   max(repeat) AS repeat, bool_or(key IS NULL) AS bare, count(score) AS scored,
                   coalesce(sum(score), 0) AS score, $SUMS
            """.replace("$SUMS", Spending.SUMS) + OF_RUN + "GROUP BY cell, status, cause, ms";
    private static final String SUMS = """
            SELECT cell, status, cause, sum(results)::bigint AS results, max(repeat) AS repeat, bool_or(bare) AS bare,
                   sum(scored)::bigint AS scored, sum(score) AS score, $SUMS
            FROM counted GROUP BY cell, status, cause ORDER BY cell, status, cause
            """.replace("$SUMS", Spending.SUMS_OF_SUMS);
    /** Computed from the frequency of each duration rather than by sorting all of them. */
    private static final String SPREADS = """
            SELECT cell, sum(results)::bigint AS of, (sum(ms * results) / sum(results))::float8 AS mean,
                   ARRAY[min(ms) FILTER (WHERE upto >= 0.5 * all_of), min(ms) FILTER (WHERE upto >= 0.9 * all_of),
                         min(ms) FILTER (WHERE upto >= 0.95 * all_of), min(ms) FILTER (WHERE upto >= 0.99 * all_of),
                         max(ms)] AS at
            FROM (SELECT cell, ms, results, sum(results) OVER (PARTITION BY cell ORDER BY ms) AS upto,
                         sum(results) OVER (PARTITION BY cell) AS all_of
                  FROM ($COUNTED) AS by_time) AS reached GROUP BY cell
            """;
    private static final String WORKING = SPREADS.replace("$COUNTED", """
            SELECT cell, ms, sum(results) AS results FROM counted WHERE ms IS NOT NULL GROUP BY cell, ms""");
    private static final String FIRST_EVENTS = SPREADS.replace("$COUNTED",
            "SELECT cell, first_event_ms AS ms, count(*) AS results" + OF_RUN
                    + "AND attempt > 0 AND status <> 'skipped' AND first_event_ms IS NOT NULL GROUP BY cell, "
                    + "first_event_ms");
    private static final String OUTCOMES = """
            SELECT cell, observed, passed, decided, count(*) AS cases FROM (
                SELECT cell, number, count(*) FILTER (WHERE cause IN %s) AS observed,
                       count(*) FILTER (WHERE status = 'passed') AS passed, bool_or(cause = 'decided') AS decided
                %s GROUP BY cell, number) AS case_outcomes
            WHERE observed > 0 GROUP BY cell, observed, passed, decided ORDER BY cell, observed, passed
            """.formatted(IN_RATES, OF_RUN);

    private record Sum(int cell, Count count, Shape shape, Spending spending, long scored, double score) {}

    private record Outcome(int cell, Group group, boolean decided) {}

    private Figures() {}

    /**
     * Returns the figures of each cell that has results, in order, inside a transaction.
     *
     * @param table where the results are, see {@link Overlay#table}
     * @param firstEvents whether to read the time to the first event, which takes one more pass over the results
     */
    public static List<CellFigures> of(Connection connection, String run, String table, boolean firstEvents)
            throws SQLException {
        Database.update(connection, "DROP TABLE IF EXISTS counted");
        Database.update(connection, COUNTED.replace(TABLE, table), "run", run);
        var sums = Database.list(connection, SUMS, Figures::sum);
        boolean repeated = sums.stream().anyMatch(sum -> sum.shape().repeated());
        var outcomes = repeated
                ? Database.list(connection, OUTCOMES.replace(TABLE, table), Figures::outcome, "run", run)
                : outcomes(sums);
        var working = spreads(connection, WORKING);
        var first = firstEvents ? spreads(connection, FIRST_EVENTS.replace(TABLE, table), "run", run)
                : Map.<Integer, Spread>of();
        var others = Paid.others(connection, run);
        var cells = sums.stream().collect(Collectors.groupingBy(Sum::cell, TreeMap::new, Collectors.toList()));
        return cells.entrySet().stream().map(cell -> figures(cell.getKey(), cell.getValue(),
                outcomes.stream().filter(outcome -> outcome.cell() == cell.getKey()).toList(),
                others.getOrDefault(cell.getKey(), Paid.NOTHING), working.get(cell.getKey()),
                first.get(cell.getKey())))
                .toList();
    }

    private static CellFigures figures(int cell, List<Sum> sums, List<Outcome> outcomes, Paid others,
            @Nullable Spread working, @Nullable Spread first) {
        var rated = sums.stream().filter(sum -> sum.count().cause().inRates()).toList();
        long scored = rated.stream().mapToLong(Sum::scored).sum();
        double score = rated.stream().mapToDouble(Sum::score).sum();
        return new CellFigures(cell, sums.stream().map(Sum::shape).reduce(Shape.PLAIN, Shape::and),
                sums.stream().map(Sum::count).toList(),
                new CaseOutcomes(outcomes.stream().map(Outcome::group).toList()),
                new CaseOutcomes(outcomes.stream().filter(group -> !group.decided()).map(Outcome::group).toList()),
                scored == 0 ? null : score / scored,
                others.plus(new Paid(sums.stream().map(Sum::spending).reduce(Spending.NONE, Spending::plus), 0,
                        Spending.NONE)),
                working, first);
    }

    /** Where nothing is repeated, each result is a case. */
    private static List<Outcome> outcomes(List<Sum> sums) {
        return sums.stream().filter(sum -> sum.count().cause().inRates()).map(sum -> new Outcome(sum.cell(),
                new Group(1, sum.count().status() == Status.PASSED ? 1 : 0, sum.count().results()), false)).toList();
    }

    private static Sum sum(ResultSet row) throws SQLException {
        var count = Count.of(row);
        var shape = new Shape(row.getInt("repeat") > 0, row.getBoolean("bare"), count.cause() == Cause.DECIDED);
        return new Sum(row.getInt("cell"), count, shape, Spending.of(row), row.getLong("scored"),
                row.getDouble("score"));
    }

    private static Outcome outcome(ResultSet row) throws SQLException {
        return new Outcome(row.getInt("cell"),
                new Group(row.getInt("observed"), row.getInt("passed"), row.getLong("cases")),
                row.getBoolean("decided"));
    }

    private static Map<Integer, Spread> spreads(Connection connection, String sql, Object... values)
            throws SQLException {
        var spreads = new HashMap<Integer, Spread>();
        var _ = Database.list(connection, sql, row -> spreads.put(row.getInt("cell"), spread(row)) == null, values);
        return spreads;
    }

    private static Spread spread(ResultSet row) throws SQLException {
        var at = (Long[]) row.getArray("at").getArray();
        return new Spread(row.getLong("of"), row.getDouble("mean"), at[0], at[1], at[2], at[3], at[4]);
    }
}
