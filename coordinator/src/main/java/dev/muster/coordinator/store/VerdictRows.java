package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Muted;
import dev.muster.common.result.Status;
import dev.muster.coordinator.store.Settlement.Verdict;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The narrow rows of one run's verdicts, to be inserted into {@code results}. */
final class VerdictRows {

    private static final String INSERT = """
            WITH run AS (UPDATE runs SET last_seq = last_seq + ? WHERE run_id = ? RETURNING run_day, last_seq - ? AS base),
            given AS (SELECT * FROM unnest(?::int[], ?::int[], ?::int[], ?::text[], ?::text[], ?::int[], ?::text[],
                      ?::bigint[], ?::bigint[], ?::timestamptz[], ?::float8[], ?::numeric[], ?::bigint[], ?::bigint[],
                      ?::numeric[], ?::bigint[], ?::bigint[], ?::bigint[], ?::int[], ?::text[], ?::text[])
                      WITH ORDINALITY AS g(number, cell, repeat, status, cause, attempt, worker, duration_ms,
                                           working_ms, started_at, score, $SPENT, first_event_ms, turns, key, muted,
                                           ord)),
            added AS (INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                           duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns,
                                           key, muted)
                      SELECT run.run_day, ?, number, cell, repeat, run.base + ord, status, cause, attempt, worker,
                             duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns, key, muted
                      FROM given, run
                      ON CONFLICT DO NOTHING RETURNING seq)
            SELECT run_day, base, (seq - base)::int AS place FROM added, run ORDER BY place
            """.replace("$SPENT", SpentColumns.NAMES);

    private final Connection connection;
    private final String run;
    private final List<Verdict> verdicts;
    private final List<Measures> measures;

    VerdictRows(Connection connection, String run, List<Verdict> verdicts) {
        this.connection = connection;
        this.run = run;
        this.verdicts = verdicts;
        this.measures = verdicts.stream().map(verdict -> Measures.of(verdict.result())).toList();
    }

    /**
     * The verdicts that are new in the table.
     *
     * @param day the run's day
     * @param after the newest sequence number before them
     * @param upTo the newest one now; there may be gaps
     */
    record Added(String run, LocalDate day, long after, long upTo, List<Numbered> verdicts) {
        Added {
            verdicts = List.copyOf(verdicts);
        }
    }

    /** A verdict and its place in the order of results. */
    record Numbered(long seq, Verdict verdict) {}

    /** Inserts them; a case that has a row keeps it. Returns empty when all have one. */
    Optional<Added> insert() throws SQLException {
        record Row(LocalDate day, long base, int place) {}
        try (var statement = connection.prepareStatement(INSERT)) {
            Database.bind(statement, verdicts.size(), run, verdicts.size(),
                    column("int4", verdict -> verdict.ref().number()), column("int4", verdict -> verdict.ref().cell()),
                    column("int4", verdict -> verdict.ref().repeat()),
                    result("text", result -> result.verdict().status().wire()),
                    result("text", result -> result.verdict().cause().wire()),
                    column("int4", Verdict::attempt), column("text", Verdict::worker),
                    result("int8", each -> each.timing().durationMs()),
                    result("int8", each -> each.timing().workingMs()),
                    result("timestamptz", result -> Timestamp.from(result.timing().startedAt())),
                    measured("float8", Measures::score), spent("numeric", SpentColumns::costUsd),
                    spent("int8", SpentColumns::tokensIn), spent("int8", SpentColumns::tokensOut),
                    spent("numeric", SpentColumns::helperCostUsd), spent("int8", SpentColumns::helperTokens),
                    spent("int8", SpentColumns::helperTokensOut),
                    measured("int8", Measures::firstEventMs), measured("int4", Measures::turns),
                    result("text", each -> each.identity().key()), result("text", result -> muted(result.muted())),
                    run);
            var rows = Database.rows(statement,
                    row -> new Row(row.getObject(1, LocalDate.class), row.getLong(2), row.getInt(3)));
            return rows.stream().findFirst().map(first -> new Added(run, first.day(), first.base(),
                    first.base() + verdicts.size(), rows.stream().map(
                            row -> new Numbered(row.base() + row.place(), verdicts.get(row.place() - 1))).toList()));
        }
    }

    /** Returns the muted status, only if it would count in a rate. */
    private static @Nullable String muted(@Nullable Muted muted) {
        if (muted == null || !muted.cause().inRates()) {
            return null;
        }
        return switch (muted.status()) {
            case PASSED, FLAKY -> muted.status().wire();
            case FAILED, ERROR -> Status.FAILED.wire();
            case SKIPPED, CANCELLED -> null;
        };
    }

    private Array result(String type, Function<CaseResult, @Nullable Object> value) throws SQLException {
        return column(type, verdict -> value.apply(verdict.result()));
    }

    private Array column(String type, Function<Verdict, @Nullable Object> value) throws SQLException {
        return array(type, verdicts, value);
    }

    private Array measured(String type, Function<Measures, @Nullable Object> value) throws SQLException {
        return array(type, measures, value);
    }

    private Array spent(String type, Function<SpentColumns, @Nullable Object> value) throws SQLException {
        return measured(type, each -> value.apply(each.spent()));
    }

    /** Turns rows into a column for {@code unnest}. */
    private <T> Array array(String type, List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        var values = new ArrayList<@Nullable Object>(rows.size());
        rows.forEach(row -> values.add(value.apply(row)));
        return connection.createArrayOf(type, values.toArray());
    }
}
