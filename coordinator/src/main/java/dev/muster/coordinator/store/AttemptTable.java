package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Spent;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.Attempt;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The {@code attempts} table: attempts that did not become a result. */
final class AttemptTable {

    private static final String INSERT = """
            INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation, status,
                                  cause, error, started_at, duration_ms, $SPENT)
            VALUES (@run, @number, @cell, @repeat, @epoch, @n, @attempt, @kind, @worker, @incarnation, @status,
                    @cause, @error, @startedAt, @durationMs, $PAID)
            ON CONFLICT DO NOTHING
            """.replace("$SPENT", SpentColumns.NAMES).replace("$PAID", SpentColumns.VALUES);
    private static final String INSERT_LOST = """
            INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation, status,
                                  cause, error, started_at)
            SELECT * FROM unnest(@run, @number, @cell, @repeat, @epoch, @n, @attempt, @kind, @worker, @incarnation,
                                 @status, @cause, @error, @startedAt)
            ON CONFLICT DO NOTHING
            """;
    private static final String PAID = """
            UPDATE runs SET cost_usd = coalesce(cost_usd, 0) + @costUsd WHERE run_id = @run
            """;
    /** What the result costs is added with the result. */
    private static final String REMOVE = """
            WITH removed AS (DELETE FROM attempts WHERE run_id = @run AND number = @number AND cell = @cell
                                    AND repeat = @repeat AND epoch = @epoch AND n = @n
                             RETURNING coalesce(cost_usd, 0) + coalesce(helper_cost_usd, 0) AS paid)
            UPDATE runs SET cost_usd = cost_usd - removed.paid FROM removed WHERE run_id = @run AND removed.paid > 0
            """;
    private static final String REPORTED_BEFORE = """
            SELECT 1 FROM results
            WHERE run_day = @day AND run_id = @run AND number = @number
                  AND cell = @cell AND repeat = @repeat AND attempt = @attempt
            UNION ALL
            SELECT 1 FROM attempts WHERE run_id = @run AND number = @number AND cell = @cell AND repeat = @repeat
                   AND attempt = @attempt AND kind <> 'worker_lost'
            """;
    private static final String OF_CASES = """
            SELECT number, cell, repeat, attempt, kind, status, cause, error, worker, started_at, duration_ms,
                   $SPENT
            FROM attempts WHERE run_id = @run AND number = ANY (@numbers) ORDER BY epoch, n
            """.replace("$SPENT", SpentColumns.NAMES);

    private static final String ANY = "SELECT 1 FROM attempts WHERE run_id = @run ORDER BY number LIMIT 1";
    private final Database database;

    AttemptTable(Database database) {
        this.database = database;
    }

    /** Adds an attempt; does nothing if it is already there. */
    static void add(Connection connection, Attempt attempt) throws SQLException {
        var spent = isRepeated(connection, attempt) ? Spent.UNKNOWN : attempt.spent();
        int added = Database.update(connection, INSERT, SpentColumns.of(spent), attempt);
        if (added > 0 && spent.costUsd().signum() > 0) {
            Database.update(connection, PAID, "costUsd", spent.costUsd(), "run", attempt.ref().run());
        }
    }

    /** Removes an attempt that became the result. */
    static void remove(Connection connection, Attempt attempt) throws SQLException {
        Database.update(connection, REMOVE, attempt);
    }

    /** Adds what a worker that was given up held, of which no cost is known. */
    static void addLost(Connection connection, List<Attempt> lost) throws SQLException {
        if (!lost.isEmpty()) {
            Database.update(connection, INSERT_LOST, lost);
        }
    }

    /** Whether an attempt was reported before: a report that arrives twice was paid for once. */
    private static boolean isRepeated(Connection connection, Attempt attempt) throws SQLException {
        if (attempt.kind() != Settlement.AttemptKind.SUPERSEDED) {
            return false;
        }
        var day = RunTable.day(connection, attempt.ref().run());
        return day.isPresent() && !Database
                .list(connection, REPORTED_BEFORE, row -> row.getInt(1), "day", day.get(), attempt).isEmpty();
    }

    /** Adds the other attempts, also to results of a first attempt: a second one may have been in flight by then. */
    List<StoredCase> join(String run, List<StoredCase> cases) {
        if (cases.isEmpty() || database.list(ANY, row -> row.getInt(1), "run", run).isEmpty()) {
            return cases;
        }
        var earlier = earlier(run, cases.stream().map(each -> each.ref().number()).distinct().toArray(Integer[]::new));
        return cases.stream().map(each -> new StoredCase(each.ref(), each.seq(), each.attempt(), each.worker(),
                each.result(), earlier.getOrDefault(each.ref(), List.of()))).toList();
    }

    private Map<CaseRef, List<StoredCase.Earlier>> earlier(String run, Integer[] numbers) {
        var found = new HashMap<CaseRef, List<StoredCase.Earlier>>();
        database.list(OF_CASES, row -> found.computeIfAbsent(ref(run, row), ref -> new ArrayList<>()).add(attempt(row)),
                "run", run, "numbers", numbers);
        return found;
    }

    private static CaseRef ref(String run, ResultSet row) throws SQLException {
        return new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat"));
    }

    static StoredCase.Earlier attempt(ResultSet row) throws SQLException {
        @Nullable
        Timestamp started = row.getTimestamp("started_at");
        return new StoredCase.Earlier(row.getInt("attempt"), row.getString("kind"), row.getString("status"),
                row.getString("cause"), row.getString("error"), row.getString("worker"),
                started == null ? null : started.toInstant(), row.getObject("duration_ms", Long.class),
                SpentColumns.spent(row));
    }
}
