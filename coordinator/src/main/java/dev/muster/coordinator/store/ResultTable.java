package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.block.Amendment;
import dev.muster.common.block.DetailFrame;
import dev.muster.common.block.UnreadableDetail;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseIdentity;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/** The {@code results}, {@code detail_blocks} and {@code result_details} tables, and the counters in {@code runs} derived from them. */
public final class ResultTable {

    private static final String COUNT = """
            UPDATE runs SET passed = passed + @passed, failed = failed + @failed, errors = errors + @error,
                   skipped = skipped + @skipped, cancelled = cancelled + @cancelled, flaky = flaky + @flaky,
                   in_rates = in_rates + @inRates,
                   cost_usd = nullif(coalesce(cost_usd, 0) + @costUsd, 0)
            WHERE run_id = @run
            """;
    private static final String DAY = "SELECT run_day FROM runs WHERE run_id = @run";
    /**
     * Selects few rows first, by an index that only fits this way, then looks up each one's details by their whole key.
     * A plain join is planned from statistics, which don't exist for a new day or run: PostgreSQL may read all details
     * of the run for each row.
     */
    private static final String ROWS = """
            SELECT r.number, r.cell, r.repeat, r.seq, r.status, r.cause, r.attempt, r.worker, r.stored_at, d.detail,
                   b.frame, r.amended, r.key, r.error, r.started_at,
                   CASE WHEN r.sent_written OR d.detail::text LIKE '%"written":true%' THEN
                        (SELECT coalesce(c.definition::json #> '{conversation,messages}',
                                         c.definition::json #> '{conversation,opening}')
                         FROM case_definitions c WHERE c.run_id = r.run_id AND c.number = r.number LIMIT 1) END AS sent,
                   CASE WHEN d.detail IS NULL AND r.block IS NULL THEN (SELECT ARRAY[c.key, c.id, c.name,
                        coalesce(c.definition::json ->> 'agent', runs.agent),
                        runs.settings #>> ARRAY['matrix', 'cells', r.cell::text],
                        coalesce(c.definition::json #>> '{options,connector}', runs.settings #>> ARRAY['agents',
                            coalesce(runs.settings #>> ARRAY['matrix', 'cells', r.cell::text, 'agent'],
                                     c.definition::json ->> 'agent'), 'connector']),
                        c.definition::json ->> 'labels']
                        FROM case_definitions c JOIN runs USING (run_id)
                        WHERE c.run_id = r.run_id AND c.number = r.number) END AS definition
            FROM ($CHOSEN) r
            LEFT JOIN LATERAL (SELECT substr(frames, r.block_offset + 1, r.block_length) AS frame FROM detail_blocks
                               WHERE run_day = r.run_day AND run_id = r.run_id AND block = r.block LIMIT 1) b ON true
            LEFT JOIN LATERAL (SELECT detail FROM result_details
                               WHERE r.block IS NULL AND run_day = r.run_day AND run_id = r.run_id
                                     AND number = r.number AND cell = r.cell AND repeat = r.repeat LIMIT 1) d ON true
            ORDER BY r.seq
            """;
    private static final String IN_ORDER = ROWS.replace("$CHOSEN", """
            SELECT * FROM results WHERE run_day = @day AND run_id COLLATE "C" = @run AND seq > @seq ORDER BY seq
            LIMIT @atMost
            """);
    private static final String FIRST_UNPASSED = ROWS.replace("$CHOSEN", """
            SELECT whole.* FROM (SELECT DISTINCT number FROM (
                SELECT number FROM results WHERE run_day = @day AND run_id = @run AND cause <> 'decided'
                       AND status NOT IN ('passed', 'cancelled') ORDER BY status = 'skipped', seq LIMIT @atMost) AS first)
                AS unpassed CROSS JOIN LATERAL (
                SELECT * FROM results WHERE run_day = @day AND run_id = @run AND number = unpassed.number
                ORDER BY cell, repeat LIMIT 1000) AS whole
            """);

    private static final String NOT_PASSED = ROWS.replace("$CHOSEN", """
            SELECT * FROM results WHERE run_day = @day AND run_id COLLATE "C" = @run AND seq > @seq
                     AND status NOT IN ('passed', 'cancelled') ORDER BY seq LIMIT @atMost
            """);
    private static final String OF_CASE = ROWS.replace("$CHOSEN", """
            SELECT * FROM results WHERE run_day = @day AND run_id = @run AND number = @number
                     AND coalesce(cell = @cell::int, true) AND coalesce(repeat = @repeat::int, true)
                     ORDER BY cell, repeat LIMIT @atMost
            """);

    private static final String AT = ROWS.replace("$CHOSEN", """
            SELECT chosen.* FROM unnest(@seqs::bigint[]) AS chosen_seq(seq) CROSS JOIN LATERAL (
                SELECT * FROM results WHERE run_day = @day AND run_id COLLATE "C" = @run AND seq = chosen_seq.seq
                ORDER BY seq LIMIT 1) AS chosen
            """);

    private static final int PAGE = 250;
    /** Rows to begin with, while their size is unknown. */
    private static final int FEW = 8;
    /** The stored size of a page of results; parsed, they take several times that. */
    private static final long PAGE_BYTES = Math.clamp(Runtime.getRuntime().maxMemory() / 64, 1 << 20, 64 << 20);
    private final Database database;

    public ResultTable(Database database) {
        this.database = database;
    }

    /** Adds results that have no row yet, and counts those: a result that arrives twice counts once. */
    List<StoredBatch> add(Connection connection, String run, List<CaseVerdict> verdicts) throws SQLException {
        var batches = new ArrayList<StoredBatch>();
        for (var block : FramedVerdict.blocks(verdicts)) {
            VerdictRows.insert(connection, run, block).ifPresent(batches::add);
        }
        for (var added : batches) {
            count(connection, added);
        }
        return batches;
    }

    private static void count(Connection connection, StoredBatch added) throws SQLException {
        var values = new ArrayList<Object>(List.of("run", added.run()));
        for (var status : Status.values()) {
            values.add(status.wire());
            values.add(added.results().stream().filter(each -> each.verdict().result().verdict().status() == status)
                    .count());
        }
        values.addAll(List.of("inRates", added.results().stream()
                .filter(each -> each.verdict().result().verdict().cause().inRates()).count()));
        values.add("costUsd");
        values.add(added.results().stream().map(each -> Spent.of(each.verdict().result().spend()).costUsd())
                .reduce(BigDecimal.ZERO, BigDecimal::add));
        Database.update(connection, COUNT, values.toArray());
    }

    /** Returns results after a sequence number, in order: as many as there are, within a memory bound. */
    public List<StoredCase> after(String run, long seq, int atMost) {
        return some(run, IN_ORDER, "seq", seq, "atMost", atMost);
    }

    /** Returns what did not pass after a sequence number, in order: as many as there are, within a memory bound. */
    public List<StoredCase> notPassed(String run, long seq, int atMost) {
        return some(run, NOT_PASSED, "seq", seq, "atMost", atMost);
    }

    /** Returns the results of one case, within a memory bound; a cell or repeat that is null means all */
    public List<StoredCase> ofCase(String run, int number, @Nullable Integer cell, @Nullable Integer repeat,
            int atMost) {
        return some(run, OF_CASE, "number", number, "cell", cell, "repeat", repeat, "atMost", atMost);
    }

    private List<StoredCase> some(String run, String sql, @Nullable Object... values) {
        return day(run).map(day -> parsed(run, database.transaction(connection -> Database.prepared(connection, sql,
                statement -> fitting(run, statement),
                Stream.concat(Stream.of("day", day, "run", run), Stream.of(values)).toArray())))).orElse(List.of());
    }

    private static List<ResultRow> fitting(String run, PreparedStatement statement) throws SQLException {
        statement.setFetchSize(FEW);
        try (var found = statement.executeQuery()) {
            var rows = new ArrayList<ResultRow>();
            long bytes = 0;
            while (bytes < PAGE_BYTES && found.next()) {
                var row = ResultRow.of(run, found);
                rows.add(row);
                bytes += row.bytes();
                found.setFetchSize(Math.clamp((PAGE_BYTES - bytes) * rows.size() / Math.max(1, bytes), 1, 500));
            }
            return rows;
        }
    }

    /** Returns all results, in order; must be closed. */
    public PageStream<StoredCase> stream(String run) {
        return new PageStream<ResultRow>("muster-rows", taker -> day(run).ifPresent(day -> database.pages(IN_ORDER,
                PAGE, row -> ResultRow.of(run, row), taker, "day", day, "run", run, "seq", 0, "atMost",
                Integer.MAX_VALUE)))
                .then("muster-results", page -> parsed(run, page));
    }

    /** Returns the results with these sequence numbers, in order. */
    List<StoredCase> at(String run, List<Long> seqs) {
        return day(run).map(day -> parsed(run, database.list(AT, row -> ResultRow.of(run, row), "day", day, "run", run,
                "seqs", seqs.toArray(Long[]::new)))).orElse(List.of());
    }

    /** Returns when the newest result arrived; empty if there is none. */
    public Optional<Instant> newest(String run) {
        return database.list("SELECT max(stored_at) FROM results WHERE run_day = (" + DAY
                + ") AND run_id = @run HAVING count(*) > 0", row -> row.getTimestamp(1).toInstant(), "run", run)
                .stream()
                .findFirst();
    }

    /** Empty for an unknown run. With the day, PostgreSQL plans for one partition, not for those of all days. */
    public Optional<LocalDate> day(String run) {
        return database.list(DAY, row -> row.getObject(1, LocalDate.class), "run", run).stream().findFirst();
    }

    /** Returns the results with the attempts that did not become them. */
    public List<StoredCase> withAttempts(String run, List<StoredCase> results) {
        return new AttemptTable(database).join(run, results);
    }

    private List<StoredCase> parsed(String run, List<ResultRow> rows) {
        return withAttempts(run, rows.stream().map(ResultRow::parse).toList());
    }

    /** Returns all results of the first cases that did not pass, in order; failures before skipped ones. */
    public List<StoredCase> firstUnpassed(String run, int atMost) {
        return day(run).map(day -> parsed(run,
                database.list(FIRST_UNPASSED, row -> ResultRow.of(run, row), "day", day, "run", run, "atMost", atMost)))
                .orElse(List.of());
    }

    /**
     * A row of results as read. Its details are parsed later, possibly on another thread.
     *
     * @param bytes size of its details
     */
    private record ResultRow(CaseRef ref, long seq, int attempt, @Nullable String worker, int bytes,
            Supplier<CaseResult> result) {

        static ResultRow of(String run, ResultSet row) throws SQLException {
            var frame = row.getBytes("frame");
            var detail = frame == null ? row.getBytes("detail") : frame;
            return new ResultRow(new CaseRef(run, row.getInt("number"), row.getInt("cell"), row.getInt("repeat")),
                    row.getLong("seq"), row.getInt("attempt"), row.getString("worker"),
                    detail == null ? 0 : detail.length, frame == null ? result(detail, row) : framed(frame, row));
        }

        StoredCase parse() {
            return new StoredCase(ref, seq, attempt, worker, result.get(), List.of());
        }

        private static Supplier<CaseResult> framed(byte[] frame, ResultSet row) throws SQLException {
            var definition = row.getBytes("sent");
            var amended = row.getString("amended");
            var unread = unread(row);
            return () -> {
                try {
                    var result = joined(new DetailFrame(frame).read(), definition);
                    return amended == null ? result : Json.MAPPER.readValue(amended, Amendment.class).over(result);
                } catch (UnreadableDetail | JacksonException e) {
                    return unread.warning(String.valueOf(e.getMessage()));
                }
            };
        }

        /** Returns what the row itself has of a result whose details can't be read. */
        private static CaseResult unread(ResultSet row) throws SQLException {
            var key = row.getString("key");
            return CaseResult.unseen(
                    new CaseIdentity(key, key.substring(key.indexOf('#') + 1), null, new Source(file(key), 0),
                            Map.of(), "", null),
                    new Verdict(Status.of(row.getString("status")), Cause.of(row.getString("cause")),
                            row.getString("error"), null),
                    row.getTimestamp("started_at").toInstant());
        }

        /** Parses the details, in UTF-8 as the database sends them. */
        private static Supplier<CaseResult> result(byte @Nullable [] detail, ResultSet row) throws SQLException {
            if (detail == null) {
                var bare = bare(row);
                return () -> bare;
            }
            var definition = row.getBytes("sent");
            return () -> joined(Json.MAPPER.readValue(detail, CaseResult.class), definition);
        }

        /** Returns the result with what was sent, where that stands in the definition of its case. */
        private static CaseResult joined(CaseResult result, byte @Nullable [] definition) {
            var sent = result.observed().sent();
            return sent == null || !sent.written() || definition == null ? result : result.with(result.observed().with(
                    sent.joined(Json.MAPPER.readValue(definition, new TypeReference<List<Message>>() {}))));
        }

        /** Returns the result of a case that never ran, which has no details. */
        private static CaseResult bare(ResultSet row) throws SQLException {
            var definition = (String[]) row.getArray("definition").getArray();
            var cell = definition[4] == null ? Cell.OWN : Json.MAPPER.readValue(definition[4], Cell.class);
            return CaseResult.unseen(
                    new CaseIdentity(definition[0], definition[1], definition[2], new Source(file(definition[0]), 0),
                            labels(definition[6]),
                            cell.agent() == null ? definition[3] : cell.agent(),
                            cell.connector() == null ? definition[5] : cell.connector()),
                    new Verdict(Status.of(row.getString("status")), Cause.of(row.getString("cause")), null, null),
                    row.getTimestamp("stored_at").toInstant());
        }

        private static Map<String, String> labels(@Nullable String json) {
            return json == null ? Map.of() : Json.MAPPER.readValue(json, new TypeReference<Map<String, String>>() {});
        }

        /** Returns the file of a key: a key is the file, {@code #}, the id. */
        private static String file(String key) {
            return key.substring(0, Math.max(0, key.indexOf('#')));
        }
    }
}
