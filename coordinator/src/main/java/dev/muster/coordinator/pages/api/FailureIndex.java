package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.ReasonShapes;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code failures} and {@code case_labels} tables, made from results and definitions as far as those are stored.
 */
final class FailureIndex {

    private static final int PAGE = 250;
    private static final int LONGEST_REASON = 400;
    /** Of a reason, and of a reply. */
    private static final int LONGEST_TEXT = 4096;

    private static final String INSERT = """
            INSERT INTO failures (run_id, number, cell, repeat, kind, cause, shape, reason, words)
            SELECT @run, number, cell, repeat, hashtext(cause || ' ' || shape) & 2147483647, cause, shape, reason,
                   to_tsvector('simple', words)
            FROM unnest(@number, @cell, @repeat, @cause, @shape, @reason, @words)
                 AS added(number, cell, repeat, cause, shape, reason, words)
            WHERE EXISTS (SELECT 1 FROM run_pages WHERE run_id = @run)
            ON CONFLICT DO NOTHING
            """;
    private static final String SHAPES = """
            SELECT DISTINCT shape FROM failures WHERE run_id = @run LIMIT 1000
            """;
    /** Suites have labels in their first cases, or none. */
    private static final String LABELS = """
            INSERT INTO case_labels (run_id, name, value, number)
            SELECT run_id, label.key, label.value, number
            FROM case_definitions, LATERAL json_each_text(CASE WHEN definition LIKE '%"labels":{%'
                                                               THEN definition::json -> 'labels' END) label
            WHERE run_id = @run AND EXISTS (SELECT 1 FROM case_definitions first WHERE first.run_id = @run
                  AND first.number < 10000 AND first.definition LIKE '%"labels":{%')
                  AND label.value IS NOT NULL AND length(label.value) <= 500 ON CONFLICT DO NOTHING
            """;
    private final Database database;

    FailureIndex(Database database) {
        this.database = database;
    }

    private record Row(int number, int cell, int repeat, String cause, String shape, String reason, String words) {

        static Row of(StoredCase stored, ReasonShapes shapes) {
            var result = stored.result();
            var reason = result.muted() == null ? Reasons.first(stored).orElse("no reason was given")
                    : MutedCases.text(result.muted());
            var shape = shapes.of(Reasons.first(stored).orElse("no reason was given"));
            var reply = result.observed().response();
            return new Row(stored.ref().number(), stored.ref().cell(), stored.ref().repeat(),
                    result.verdict().cause().wire(),
                    kept(shape, LONGEST_TEXT),
                    kept(reason, LONGEST_REASON),
                    kept(reason, LONGEST_TEXT) + " " + (reply == null ? "" : kept(reply, LONGEST_TEXT)));
        }

        /** PostgreSQL takes no NUL, and no half of a pair. */
        private static String kept(String text, int most) {
            int end = text.length() <= most ? text.length()
                    : most - (Character.isHighSurrogate(text.charAt(most - 1)) ? 1 : 0);
            return text.substring(0, end).replace('\0', ' ') + (end < text.length() ? "…" : "");
        }
    }

    /** Brings both up to what is stored; several may do so at once. */
    void bringUpToDate(StoredRun run) {
        label(run);
        var results = new ResultTable(database);
        var shapes = new ReasonShapes();
        long begin = seq(run.id());
        if (begin > 0) {
            database.list(SHAPES, row -> row.getString(1), "run", run.id()).forEach(shapes::of);
        }
        for (long seq = begin; seq < run.lastSeq();) {
            var page = results.notPassed(run.id(), seq, PAGE);
            long upTo = page.isEmpty() ? run.lastSeq() : page.getLast().seq();
            add(run.id(), upTo, page.stream().map(each -> Row.of(each, shapes)).toList());
            seq = upTo;
        }
    }

    /** Returns up to which result the run is indexed. */
    long seq(String run) {
        return database.list("SELECT seq FROM run_pages WHERE run_id = @run", row -> row.getLong(1), "run", run)
                .stream().findFirst().orElse(0L);
    }

    private void add(String run, long upTo, List<Row> rows) {
        database.transaction(connection -> {
            lock(connection, run);
            if (!rows.isEmpty()) {
                Database.update(connection, INSERT, "run", run, rows);
            }
            return Database.update(connection, "UPDATE run_pages SET seq = greatest(seq, @upTo) WHERE run_id = @run",
                    "upTo", upTo, "run", run);
        });
    }

    /** Reads the labels of a run's cases, once they are all stored. */
    void label(StoredRun run) {
        if (run.state() != RunState.PREPARING) {
            var _ = database.<@Nullable Integer>transaction(connection -> lock(connection, run.id()) ? null
                    : Database.update(connection, LABELS, "run", run.id()) + Database.update(connection,
                            "UPDATE run_pages SET labelled = true WHERE run_id = @run", "run", run.id()));
        }
    }

    /** @return whether its cases are labeled */
    private static boolean lock(Connection connection, String run) throws SQLException {
        Database.update(connection, """
                INSERT INTO run_pages (run_id) SELECT run_id FROM runs WHERE run_id = @run ON CONFLICT DO NOTHING
                """, "run", run);
        return Database.list(connection, """
                SELECT labelled FROM run_pages JOIN runs USING (run_id) WHERE run_id = @run
                FOR UPDATE OF run_pages FOR KEY SHARE OF runs
                """,
                row -> row.getBoolean(1), "run", run).contains(true);
    }
}
