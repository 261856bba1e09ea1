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

/** Writes finished runs of one large suite straight into the tables, without details. */
record LargeRuns(Database database, int cases) {

    /** Every n-th case fails. */
    private static final String RESULTS = """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker, duration_ms,
                                 working_ms, started_at, score, cost_usd, tokens_in, tokens_out, first_event_ms, turns, key)
            SELECT run_day, run_id, n, 0, 0, n + 1, CASE WHEN n % @every = 0 THEN 'failed' ELSE 'passed' END,
                   CASE WHEN n % @every = 0 THEN 'assertion' ELSE 'none' END, 1, 'worker-1', 900 + n * 79 % 400,
                   800 + n * 73 % (400 + @every), now(), (n * 31 % (80 + @every)) / 200.0, (n * 17 % 900) * 0.00001,
                   300 + n % 100, 120 + n * 13 % 80, 200 + n * 11 % 90, 1, 'suite.jsonl#case-' || n
            FROM runs, generate_series(0, @last) AS n WHERE run_id = @run
            """;

    /** @param failsEvery distance between failing cases; two such runs differ in about 1 / a + 1 / b of the cases */
    void write(String run, int failsEvery) {
        var runs = new RunTable(database);
        runs.create(run, "local-bench", "mock", new RunSettings(List.of("suite.jsonl"), Targets.NONE,
                Pacing.of(1, Duration.ofMinutes(5)), Policies.USUAL, CaseNeeds.NONE, Matrix.ONCE));
        database.update(RESULTS, "every", failsEvery, "last", cases - 1, "run", run);
        database.update("""
                UPDATE runs SET state = 'finished', started_at = created_at, finished_at = now(), last_seq = @cases, total = @cases,
                    (passed, failed) = (SELECT count(*) FILTER (WHERE status = 'passed'),
                                               count(*) FILTER (WHERE status = 'failed')
                                        FROM results WHERE results.run_id = runs.run_id)
                WHERE run_id = @run
                """, "cases", cases, "run", run);
    }

    /** As the database does by itself some time after so many rows were written. */
    void analyze() {
        database.update("VACUUM (ANALYZE) results");
    }
}
