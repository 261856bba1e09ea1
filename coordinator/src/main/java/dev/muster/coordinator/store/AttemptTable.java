package dev.muster.coordinator.store;

import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.Attempt;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code attempts} table: what did not become a result. */
final class AttemptTable {

    private static final String INSERT = """
            INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation, status,
                                  cause, error, started_at, duration_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;
    private static final String OF_CASES = """
            SELECT number, cell, repeat, attempt, kind, status, cause, error, worker, started_at, duration_ms
            FROM attempts WHERE run_id = ? AND number = ANY (?) ORDER BY epoch, n
            """;

    private final Database database;

    AttemptTable(Database database) {
        this.database = database;
    }

    /** Adds an attempt; one that is there already changes nothing. */
    static void add(Connection connection, Attempt attempt) throws SQLException {
        var ref = attempt.ref();
        Database.update(connection, INSERT, ref.run(), ref.number(), ref.cell(), ref.repeat(),
                attempt.dispatch().epoch(), attempt.dispatch().n(), attempt.attempt(),
                attempt.kind().name().toLowerCase(Locale.ROOT), attempt.worker(), attempt.incarnation(),
                attempt.status(), attempt.cause(), attempt.error(), attempt.startedAt(), attempt.durationMs());
    }

    /** Adds the earlier attempts of those results that are not of a first attempt. */
    List<StoredCase> join(String run, List<StoredCase> cases) {
        var numbers = cases.stream().filter(each -> each.attempt() != 1).map(each -> each.ref().number()).distinct()
                .toArray(Integer[]::new);
        if (numbers.length == 0) {
            return cases;
        }
        var earlier = earlier(run, numbers);
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
                started == null ? null : started.toInstant(), row.getObject("duration_ms", Long.class));
    }
}
