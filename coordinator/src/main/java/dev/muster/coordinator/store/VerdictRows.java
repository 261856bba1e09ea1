package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Muted;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import tools.jackson.databind.ObjectWriter;

/** The narrow rows of one run's verdicts, to be inserted into {@code results}. */
final class VerdictRows {

    private static final String INSERT = """
            WITH run AS (UPDATE runs SET last_seq = last_seq + @count WHERE run_id = @run
                         RETURNING run_day, last_seq - @count AS base),
            given AS (SELECT * FROM unnest(@number, @cell, @repeat, @status, @cause, @attempt, @worker, @durationMs,
                                           @workingMs, @startedAt, @score, $PAID, @firstEventMs, @turns, @key, @muted)
                      WITH ORDINALITY AS g(number, cell, repeat, status, cause, attempt, worker, duration_ms,
                                           working_ms, started_at, score, $SPENT, first_event_ms, turns, key, muted,
                                           ord)),
            added AS (INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                           duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns,
                                           key, muted)
                      SELECT run.run_day, @run, number, cell, repeat, run.base + ord, status, cause, attempt, worker,
                             duration_ms, working_ms, started_at, score, $SPENT, first_event_ms, turns, key, muted
                      FROM given, run
                      ON CONFLICT DO NOTHING RETURNING seq)
            SELECT run_day, base, (seq - base)::int AS place FROM added, run ORDER BY place
            """.replace("$SPENT", SpentColumns.NAMES).replace("$PAID", SpentColumns.VALUES);

    /** The row of a verdict, without what all rows have in common. */
    private record Row(CaseRef ref, Verdict verdict, int attempt, @Nullable String worker,
            long durationMs, long workingMs, Instant startedAt, ResultMeasures measures, String key,
            @Nullable String muted) {

        static Row of(CaseVerdict verdict) {
            var result = verdict.result();
            var timing = result.timing();
            return new Row(verdict.ref(), result.verdict(), verdict.attempt(), verdict.worker(), timing.durationMs(),
                    timing.workingMs(), timing.startedAt(), ResultMeasures.of(result), result.identity().key(),
                    mutedStatus(result.muted()));
        }
    }

    /** Inserts them; a case that has a row keeps it. Returns what is new, without details; empty when nothing is. */
    static Optional<StoredBatch> insert(Connection connection, String run, List<CaseVerdict> verdicts)
            throws SQLException {
        record New(LocalDate day, long base, int place) {}
        var rows = Database.list(connection, INSERT,
                row -> new New(row.getObject(1, LocalDate.class), row.getLong(2), row.getInt(3)), "run", run, "count",
                verdicts.size(), verdicts.stream().map(Row::of).toList());
        return rows.stream().findFirst().map(first -> new StoredBatch(run, first.day(), first.base(),
                first.base() + verdicts.size(), rows.stream().map(row -> {
                    var verdict = verdicts.get(row.place() - 1);
                    return new SizedCase(new StoredCase(verdict.ref(), row.base() + row.place(), verdict.attempt(),
                            verdict.worker(), verdict.result(), List.of()), 0);
                }).toList()));
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

    /**
     * The measures of a result that have columns of their own, so that sums need not read details.
     *
     * @param score null when nothing gave one
     * @param firstEventMs of the last call; null when no answer came
     * @param turns number of messages sent to the agent
     */
    record Measures(@Nullable Double score, SpentColumns spent, @Nullable Long firstEventMs, int turns) {

        static Measures of(CaseResult result) {
            return new Measures(result.score(), SpentColumns.of(Spent.of(result)),
                    result.timing().firstEventMs() < 0 ? null : result.timing().firstEventMs(),
                    turns(result));
        }

        private static int turns(CaseResult result) {
            if (result.dialogue() != null) {
                return result.dialogue().turnsSent();
            }
            boolean failedToAnswer = result.verdict().cause() == Cause.AGENT_ERROR
                    || result.verdict().cause() == Cause.AGENT_TIMEOUT;
            return result.observed().response() != null || result.observed().sent() != null || failedToAnswer ? 1 : 0;
        }
    }

    /**
     * Writes rows of {@code result_details} with PostgreSQL's binary COPY, in which no text needs an escape. PostgreSQL
     * takes in the first rows while the rest is written here.
     */
    static final class DetailCopy {

        private static final String COPY = """
                COPY result_details (run_day, run_id, number, cell, repeat, detail) FROM STDIN WITH (FORMAT binary)
                """;
        private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
        private static final int COLUMNS = 6;
        private static final int END = -1;
        private static final long FIRST_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
        private static final int CHUNK = 64 << 10;
        private static final ObjectWriter DETAIL = Json.MAPPER.writer();

        private final CopyIn copy;
        private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + (CHUNK >> 2));
        private final DataOutputStream out = new DataOutputStream(chunk);

        private DetailCopy(CopyIn copy) {
            this.copy = copy;
        }

        /** Adds the details of results that have none; returns the results with the size of their details. */
        static StoredBatch add(Connection connection, StoredBatch batch) throws SQLException {
            var copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
            try {
                var sized = new DetailCopy(copy).write((int) (batch.day().toEpochDay() - FIRST_DAY), batch.results());
                copy.endCopy();
                return new StoredBatch(batch.run(), batch.day(), batch.after(), batch.upTo(), sized);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        }

        private List<SizedCase> write(int day, List<SizedCase> results) throws IOException, SQLException {
            var sized = new ArrayList<SizedCase>(results.size());
            out.write(SIGNATURE);
            out.writeInt(0);
            out.writeInt(0);
            for (var each : results) {
                var result = each.result().result();
                var sent = result.observed().sent();
                var detail = DETAIL.writeValueAsBytes(
                        sent == null ? result : result.with(result.observed().with(sent.stored())));
                row(day, each.result().ref(), detail);
                sized.add(new SizedCase(each.result(),
                        Math.toIntExact(detail.length + (sent == null || !sent.written() ? 0 : sent.characters()))));
                if (chunk.size() >= CHUNK) {
                    send();
                }
            }
            out.writeShort(END);
            send();
            return sized;
        }

        private void row(int day, CaseRef ref, byte[] detail) throws IOException {
            out.writeShort(COLUMNS);
            number(day);
            text(ref.run().getBytes(StandardCharsets.UTF_8));
            number(ref.number());
            number(ref.cell());
            number(ref.repeat());
            text(detail);
        }

        private void number(int value) throws IOException {
            out.writeInt(Integer.BYTES);
            out.writeInt(value);
        }

        private void text(byte[] value) throws IOException {
            out.writeInt(value.length);
            out.write(value);
        }

        private void send() throws SQLException {
            copy.writeToCopy(chunk.toByteArray(), 0, chunk.size());
            chunk.reset();
        }
    }
}
