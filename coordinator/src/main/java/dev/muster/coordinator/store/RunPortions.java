package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Settlement.InPortions;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Ends and reopens runs, a portion of their rows at a time. The state of the run changes with the last one, and a
 * portion that is written again changes nothing: the next leader continues with the same decision.
 */
final class RunPortions {

    private static final String RUN = """
            SELECT run_day, last_seq, state, coalesce(json_array_length(settings #> '{matrix,cells}'), 1) AS cells
            FROM runs WHERE run_id = @run
            """;
    private static final String PLACES = """
            SELECT number, repeats FROM case_definitions WHERE run_id = @run AND number >= @from ORDER BY number LIMIT @rows
            """;
    private static final String CANCEL = """
            WITH run AS (SELECT run_id, last_seq FROM runs WHERE run_id = @run),
            defined AS (SELECT number, repeats, CASE WHEN number = @from THEN @within ELSE 0 END AS first,
                               CASE WHEN number = @to THEN @before ELSE @cells * repeats END AS beyond
                        FROM case_definitions WHERE run_id = @run AND number BETWEEN @from AND @to),
            whole AS (SELECT number, place / repeats AS cell, place % repeats AS repeat
                      FROM defined, generate_series(first, beyond - 1) AS place
                      WHERE NOT EXISTS (SELECT 1 FROM run_parts WHERE run_id = @run)
                      UNION ALL
                      SELECT number, p.cell, p.repeat FROM defined CROSS JOIN LATERAL
                             (SELECT cell, repeat FROM run_parts WHERE run_id = @run AND number = defined.number OFFSET 0) p
                      WHERE p.cell * repeats + p.repeat >= first AND p.cell * repeats + p.repeat < beyond),
            rest AS (SELECT number, cell, repeat, row_number() OVER (ORDER BY number, cell, repeat) AS ord
                     FROM whole WHERE (SELECT true FROM results r WHERE r.run_day = @day AND r.run_id = @run
                           AND r.number = whole.number AND r.cell = whole.cell AND r.repeat = whole.repeat) IS NULL),
            added AS (INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt,
                                           duration_ms, working_ms)
                      SELECT @day, run.run_id, number, cell, repeat, run.last_seq + ord, 'cancelled', 'cancelled', 0, 0, 0
                      FROM rest, run ON CONFLICT DO NOTHING RETURNING 1)
            UPDATE runs SET last_seq = last_seq + (SELECT count(*) FROM added),
                   cancelled = cancelled + (SELECT count(*) FROM added) WHERE run_id = @run
            """;
    private static final String CANCELLED = """
             WHERE r.run_day = @day AND r.run_id = @run AND r.seq > @from AND r.seq <= @to
                  AND r.status = 'cancelled'
            """;
    private static final String PAID = """
            INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation,
                                  status, cause, started_at, duration_ms, $SPENT)
            SELECT r.run_id, number, cell, repeat, 0, seq, attempt, 'superseded', coalesce(worker, ''), '',
                   status, cause, r.started_at, duration_ms, $SPENT
            FROM results r
            """.replace("$SPENT", SpentColumns.NAMES) + CANCELLED
            + " AND coalesce(tokens_in, helper_tokens) IS NOT NULL ON CONFLICT DO NOTHING";
    /** Few: what was cut off. The others have no details. */
    private static final String DETAILED = "SELECT r.number, r.cell, r.repeat FROM results r" + CANCELLED + """
             AND (SELECT true FROM result_details d WHERE d.run_day = @day AND d.run_id = @run
                  AND d.number = r.number AND d.cell = r.cell AND d.repeat = r.repeat LIMIT 1)
            """;
    private static final String FORGET = """
            DELETE FROM result_details WHERE run_day = @day AND run_id = @run AND number = @number AND cell = @cell
                   AND repeat = @repeat
            """;
    private static final String REOPEN = "WITH gone AS (DELETE FROM results r" + CANCELLED + """
            RETURNING 1)
            UPDATE runs SET cancelled = cancelled - (SELECT count(*) FROM gone) WHERE run_id = @run
            """;
    private static final String GO_ON = """
            UPDATE runs SET state = 'running', stop_reason = NULL, finished_at = NULL, paused_at = NULL,
                   stopping_end = NULL, stopping_reason = NULL, stopping_drop_at = NULL,
                   earlier_ms = earlier_ms + coalesce(
                       (extract(epoch FROM finished_at - coalesce(going_since, started_at)) * 1000)::bigint, 0),
                   going_since = now() WHERE run_id = @run
            """;

    private RunPortions() {}

    private record Places(int number, int repeats) {}

    private record Detailed(int number, int cell, int repeat) {}

    /** Writes a portion; returns the next one, or nothing once all is written. */
    static Optional<Portion> write(Connection connection, InPortions settlement, Portion portion) throws SQLException {
        var found = Database.list(connection, RUN, row -> new PortionRun(settlement.run(),
                row.getObject("run_day", LocalDate.class), row.getLong("last_seq"), RunState.of(row.getString("state")),
                row.getInt("cells")), "run", settlement.run());
        if (found.isEmpty()) {
            return Optional.empty(); // deleted meanwhile
        }
        return switch (settlement) {
            case Settlement.RunOver over -> end(connection, found.getFirst(), over, portion);
            case Settlement.Reopened _ -> reopen(connection, found.getFirst(), portion);
        };
    }

    /** Writes all portions in one transaction. */
    static void whole(Connection connection, InPortions settlement) throws SQLException {
        var portion = Optional.of(Portion.first(Portion.ROWS));
        while (portion.isPresent()) {
            portion = write(connection, settlement, portion.get());
        }
    }

    private static Optional<Portion> end(Connection connection, PortionRun run, Settlement.RunOver over,
            Portion portion)
            throws SQLException {
        var next = over.state() == RunState.FINISHED ? Optional.<Portion>empty() : cancel(connection, run, portion);
        if (next.isEmpty()) {
            RunTable.over(connection, over.run(), over.state(), over.reason());
        }
        return next;
    }

    /** Gives cases without a result the status cancelled. */
    private static Optional<Portion> cancel(Connection connection, PortionRun run, Portion portion)
            throws SQLException {
        var next = next(run, portion, Database.list(connection, PLACES,
                row -> new Places(row.getInt("number"), row.getInt("repeats")), "run", run.run(), portion));
        var end = next.orElse(new Portion(Integer.MAX_VALUE, 0, 0));
        Database.update(connection, CANCEL, run, portion, "to", end.from(), "before", end.within());
        return next;
    }

    private static Optional<Portion> next(PortionRun run, Portion portion, List<Places> cases) {
        int left = portion.rows();
        int done = portion.within();
        for (var each : cases) {
            int open = run.cells() * each.repeats() - done;
            if (open > left) {
                return Optional.of(portion.at(each.number(), done + left));
            }
            left -= open;
            done = 0;
        }
        return cases.size() < portion.rows() ? Optional.empty()
                : Optional.of(portion.at(cases.getLast().number() + 1L, 0));
    }

    /** Removes the results of cancelled cases; what was cut off was paid for. */
    private static Optional<Portion> reopen(Connection connection, PortionRun run, Portion portion)
            throws SQLException {
        if (run.state() == RunState.RUNNING) {
            return Optional.empty(); // requested twice
        }
        long to = portion.from() + portion.rows();
        Database.update(connection, PAID, run, portion, "to", to);
        var detailed = Database.list(connection, DETAILED,
                row -> new Detailed(row.getInt("number"), row.getInt("cell"), row.getInt("repeat")), run, portion, "to",
                to);
        for (var each : detailed) {
            Database.update(connection, FORGET, run, each);
        }
        Database.update(connection, REOPEN, run, portion, "to", to);
        if (to < run.lastSeq()) {
            return Optional.of(portion.at(to, 0));
        }
        Database.update(connection, GO_ON, run);
        return Optional.empty();
    }
}
