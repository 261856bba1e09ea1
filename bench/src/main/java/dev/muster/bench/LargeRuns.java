package dev.muster.bench;

import module java.base;
import dev.muster.common.config.ProjectConfig.Targets;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;

/** Writes finished runs of one large suite straight into the tables. */
record LargeRuns(Database database, int cases) {

    private static final String COPIED_RUN = """
            INSERT INTO runs (run_id, run_day, fleet, state, agent, input, settings, total, last_seq, passed, failed,
                              created_at, started_at, finished_at)
            SELECT ?, run_day, fleet, state, agent, input, settings, ?, ?, ?, ?, now(), started_at, finished_at
            FROM runs WHERE run_id = ?
            """;
    private static final String COPIED_CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, definition)
            SELECT ?, n, replace(c.key, c.id, 'case-' || n), 'case-' || n, definition
            FROM case_definitions c, generate_series(1, ?) AS n
            WHERE run_id = ? AND number = (SELECT min(number) FROM results WHERE run_id = ? AND status = 'passed')
            """;
    private static final String SOURCES = """
            WITH numbered AS (SELECT n, CASE WHEN n % 50 = 7 THEN 'failed' ELSE 'passed' END AS status
                              FROM generate_series(1, ?) AS n),
            sources AS (SELECT DISTINCT ON (r.status) r.*, c.id, d.detail::text AS detail FROM results r
                        JOIN result_details d USING (run_day, run_id, number, cell, repeat)
                        JOIN case_definitions c USING (run_id, number)
                        WHERE run_id = ? ORDER BY r.status, r.number)
            """;
    private static final String COPIED_RESULTS = SOURCES + """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                 duration_ms, working_ms, started_at, tokens_in, tokens_out, first_event_ms, turns, key)
            SELECT run_day, ?, n, 0, 0, n, status, cause, attempt, worker, duration_ms, working_ms, started_at,
                   tokens_in, tokens_out, first_event_ms, turns, replace(key, id, 'case-' || n)
            FROM numbered JOIN sources USING (status) ORDER BY n
            """;
    private static final String COPIED_DETAILS = SOURCES + """
            INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
            SELECT run_day, ?, n, 0, 0, replace(replace(detail, '"id":"' || id || '"', '"id":"case-' || n || '"'),
                   '#' || id || '"', '#case-' || n || '"')::json
            FROM numbered JOIN sources USING (status) ORDER BY n
            """;

    /** Every n-th case fails. */
    private static final String RESULTS = """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker, duration_ms,
                                 working_ms, started_at, score, cost_usd, tokens_in, tokens_out, first_event_ms, turns, key)
            SELECT run_day, run_id, n, 0, 0, n + 1, CASE WHEN n % ? = 0 THEN 'failed' ELSE 'passed' END,
                   CASE WHEN n % ? = 0 THEN 'assertion' ELSE 'none' END, 1, 'worker-1', 900 + n * 79 % 400,
                   800 + n * 73 % (400 + ?), now(), (n * 31 % (80 + ?)) / 200.0, (n * 17 % 900) * 0.00001,
                   300 + n % 100, 120 + n * 13 % 80, 200 + n * 11 % 90, 1, 'suite.jsonl#case-' || n
            FROM runs, generate_series(0, ?) AS n WHERE run_id = ?
            """;

    /**
     * Writes a run without details.
     *
     * @param failsEvery distance between failing cases; two such runs differ in about 1 / a + 1 / b of the cases
     */
    void write(String run, int failsEvery) {
        var runs = new RunTable(database);
        runs.create(run, "local-bench", "mock", new RunSettings(List.of("suite.jsonl"), Targets.NONE,
                Pacing.of(1, Duration.ofMinutes(5)), Policies.USUAL, CaseNeeds.NONE, Matrix.ONCE));
        database.update(RESULTS, failsEvery, failsEvery, failsEvery, failsEvery, cases - 1, run);
        database.update("""
                UPDATE runs SET state = 'finished', started_at = created_at, finished_at = now(), last_seq = ?, total = ?,
                    (passed, failed) = (SELECT count(*) FILTER (WHERE status = 'passed'),
                                               count(*) FILTER (WHERE status = 'failed')
                                        FROM results WHERE results.run_id = runs.run_id)
                WHERE run_id = ?
                """, cases, cases, run);
    }

    /** As the database does by itself some time after so many rows were written. */
    void analyze() {
        database.update("VACUUM (ANALYZE) results");
    }

    /**
     * Makes a run with details inside the database; two in a hundred of its results are failed.
     *
     * @param source a small real run with a result that passed and one that failed
     * @return the id of the new run
     */
    String copies(String source) {
        var run = source + "-large";
        int failed = cases / 50;
        database.transaction(connection -> {
            Database.update(connection, COPIED_RUN, run, cases, cases, cases - failed, failed, source);
            Database.update(connection, COPIED_CASES, run, cases, source, source);
            Database.update(connection, COPIED_RESULTS, cases, source, run);
            return Database.update(connection, COPIED_DETAILS, cases, source, run);
        });
        return run;
    }
}
