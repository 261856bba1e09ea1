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
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """.replace("$SPENT", SpentColumns.NAMES);
    private static final String TOLD_BEFORE = """
            SELECT 1 FROM results
            WHERE run_day = (SELECT run_day FROM runs WHERE run_id = ?) AND run_id = ? AND number = ? AND cell = ? AND repeat = ? AND attempt = ?
            UNION ALL
            SELECT 1 FROM attempts WHERE run_id = ? AND number = ? AND cell = ? AND repeat = ? AND attempt = ?
                   AND kind <> 'worker_lost'
            """;
    private static final String OF_CASES = """
            SELECT number, cell, repeat, attempt, kind, status, cause, error, worker, started_at, duration_ms,
                   $SPENT
            FROM attempts WHERE run_id = ? AND number = ANY (?) ORDER BY epoch, n
            """.replace("$SPENT", SpentColumns.NAMES);

    private static final String ANY = "SELECT 1 FROM attempts WHERE run_id = ? ORDER BY number LIMIT 1";

    private final Database database;

    AttemptTable(Database database) {
        this.database = database;
    }

    /** Adds an attempt; does nothing if it is already there. */
    static void add(Connection connection, Attempt attempt) throws SQLException {
        var ref = attempt.ref();
        var spent = SpentColumns.of(isToldAgain(connection, attempt) ? Spent.UNKNOWN : attempt.spent());
        Database.update(connection, INSERT, ref.run(), ref.number(), ref.cell(), ref.repeat(),
                attempt.dispatch().epoch(), attempt.dispatch().n(), attempt.attempt(),
                attempt.kind().name().toLowerCase(Locale.ROOT), attempt.worker(), attempt.incarnation(),
                attempt.verdict().status().wire(), attempt.verdict().cause().wire(), attempt.verdict().error(),
                attempt.startedAt(), attempt.durationMs(),
                spent.costUsd(), spent.tokensIn(), spent.tokensOut(), spent.helperCostUsd(), spent.helperTokens(),
                spent.helperTokensOut());
    }

    /** Whether an attempt was reported before: a report that arrives twice was paid for once. */
    private static boolean isToldAgain(Connection connection, Attempt attempt) throws SQLException {
        var ref = attempt.ref();
        return attempt.kind() == Settlement.Kind.SUPERSEDED && !Database.list(connection, TOLD_BEFORE,
                row -> row.getInt(1), ref.run(), ref.run(), ref.number(), ref.cell(), ref.repeat(), attempt.attempt(),
                ref.run(), ref.number(), ref.cell(), ref.repeat(), attempt.attempt()).isEmpty();
    }

    /** Adds the other attempts, also to results of a first attempt: a second one may have been in flight by then. */
    List<StoredCase> join(String run, List<StoredCase> cases) {
        if (cases.isEmpty() || database.list(ANY, row -> row.getInt(1), run).isEmpty()) {
            return cases;
        }
        var earlier = earlier(run, cases.stream().map(each -> each.ref().number()).distinct().toArray(Integer[]::new));
        return cases.stream().map(each -> new StoredCase(each.ref(), each.seq(), each.attempt(), each.worker(),
                each.result(), earlier.getOrDefault(each.ref(), List.of()))).toList();
    }

    private Map<CaseRef, List<StoredCase.Earlier>> earlier(String run, Integer[] numbers) {
        var found = new HashMap<CaseRef, List<StoredCase.Earlier>>();
        database.connected(connection -> {
            try (var statement = connection.prepareStatement(OF_CASES)) {
                Database.bind(statement, run, connection.createArrayOf("int4", numbers));
                return Database.rows(statement, row -> found.computeIfAbsent(ref(run, row), ref -> new ArrayList<>())
                        .add(attempt(row)));
            }
        });
        return found;
    }

    private static CaseRef ref(String run, ResultSet row) throws SQLException {
        return new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat"));
    }

    private static StoredCase.Earlier attempt(ResultSet row) throws SQLException {
        @Nullable
        Timestamp started = row.getTimestamp("started_at");
        return new StoredCase.Earlier(row.getInt("attempt"), row.getString("kind"), row.getString("status"),
                row.getString("cause"), row.getString("error"), row.getString("worker"),
                started == null ? null : started.toInstant(), row.getObject("duration_ms", Long.class),
                SpentColumns.spent(row));
    }
}
