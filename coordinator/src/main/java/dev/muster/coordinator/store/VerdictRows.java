package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.block.DetailBlock;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.AttemptTiming;
import dev.muster.common.result.Muted;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The narrow rows of one run's verdicts, to be inserted into {@code results}. */
final class VerdictRows {

    private static final String INSERT = """
            WITH run AS (UPDATE runs SET last_seq = last_seq + @count WHERE run_id = @run
                         RETURNING run_day, last_seq - @count AS base),
            given AS (SELECT * FROM unnest(@number, @cell, @repeat, @status, @cause, @attempt, @worker, @durationMs,
                                           @workingMs, @startedAt, @score, $PAID, @firstEventMs, @turns, @muted, $HEAD)
                      WITH ORDINALITY AS g(number, cell, repeat, status, cause, attempt, worker, duration_ms,
                                           working_ms, started_at, score, $SPENT, first_event_ms, turns, muted,
                                           $COLUMNS, ord)),
            added AS (INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                           duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns,
                                           muted, $COLUMNS, block)
                      SELECT run.run_day, @run, number, cell, repeat, run.base + ord, status, cause, attempt, worker,
                             duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns, muted,
                             $VALUES, run.base
                      FROM given, run
                      ON CONFLICT DO NOTHING RETURNING seq),
            block AS (INSERT INTO detail_blocks (run_day, run_id, block, frames)
                      SELECT run.run_day, @run, run.base, @frames FROM run WHERE EXISTS (SELECT 1 FROM added))
            SELECT run_day, base, (seq - base)::int AS place FROM added, run ORDER BY place
            """.replace("$SPENT", SpentColumns.NAMES).replace("$PAID", SpentColumns.VALUES)
            .replace("$HEAD", HeadColumns.PARAMETERS).replace("$COLUMNS", HeadColumns.NAMES)
            .replace("$VALUES", HeadColumns.VALUES);

    /** The row of a verdict, without what all rows have in common. */
    private record Row(CaseRef ref, Verdict verdict, int attempt, @Nullable String worker, AttemptTiming timing,
            ResultMeasures measures, HeadColumns head, DetailBlock.Place place, @Nullable String muted) {

        static Row of(CaseVerdict verdict, DetailBlock.Place place) {
            var result = verdict.result();
            return new Row(verdict.ref(), result.verdict(), verdict.attempt(), verdict.worker(), result.timing(),
                    ResultMeasures.of(result.head()), HeadColumns.of(result), place, mutedStatus(result.muted()));
        }
    }

    /** Inserts them; a case that has a row keeps it. Returns what is new; empty when nothing is. */
    static Optional<StoredBatch> insert(Connection connection, String run, List<FramedVerdict> verdicts)
            throws SQLException {
        var block = DetailBlock.of(verdicts.stream().map(FramedVerdict::frame).toList());
        var given = IntStream.range(0, verdicts.size())
                .mapToObj(i -> Row.of(verdicts.get(i).verdict(), block.places().get(i))).toList();
        var rows = Database.list(connection, INSERT,
                row -> new NewPlace(row.getObject(1, LocalDate.class), row.getLong(2), row.getInt(3)), "run", run,
                "count", verdicts.size(), "frames", block.bytes(), given);
        return rows.stream().findFirst().map(first -> new StoredBatch(run, first.day(), first.base(),
                first.base() + verdicts.size(), rows.stream()
                        .map(row -> SizedCase.of(verdicts.get(row.place() - 1), row.base() + row.place())).toList()));
    }

    /** Returns the muted status, only if it would count in a rate. */
    private static @Nullable String mutedStatus(@Nullable Muted muted) {
        if (muted == null || !muted.cause().inRates()) {
            return null;
        }
        return switch (muted.status()) {
            case PASSED, FLAKY -> muted.status().wire();
            case FAILED, ERROR -> Status.FAILED.wire();
            case SKIPPED, CANCELLED -> null;
        };
    }
}
