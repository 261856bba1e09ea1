package dev.muster.bench;

import module java.base;
import dev.muster.coordinator.store.Database;

/** A large stored run, made inside the database from a small real one. */
final class LargeRun {

    private static final String RUN = """
            INSERT INTO runs (run_id, run_day, fleet, state, agent, input, settings, total, last_seq, passed, failed,
                              created_at, started_at, finished_at)
            SELECT @run, run_day, fleet, state, agent, input, settings, @results, @results, @results - @failed, @failed, now(),
                   started_at, finished_at
            FROM runs WHERE run_id = @source
            """;
    private static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, definition)
            SELECT @run, n, replace(c.key, c.id, 'case-' || n), 'case-' || n, definition
            FROM case_definitions c, generate_series(1, @results) AS n
            WHERE run_id = @source AND number = (SELECT min(number) FROM results WHERE run_id = @source AND status = 'passed')
            """;
    private static final String SOURCES = """
            WITH numbered AS (SELECT n, CASE WHEN n % 50 = 7 THEN 'failed' ELSE 'passed' END AS status
                              FROM generate_series(1, @results) AS n),
            sources AS (SELECT DISTINCT ON (r.status) r.*, c.id, d.detail::text AS detail FROM results r
                        JOIN result_details d USING (run_day, run_id, number, cell, repeat)
                        JOIN case_definitions c USING (run_id, number)
                        WHERE run_id = @source ORDER BY r.status, r.number)
            """;
    private static final String RESULTS = SOURCES + """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                 duration_ms, working_ms, started_at, tokens_in, tokens_out, first_event_ms, turns, key)
            SELECT run_day, @run, n, 0, 0, n, status, cause, attempt, worker, duration_ms, working_ms, started_at,
                   tokens_in, tokens_out, first_event_ms, turns, replace(key, id, 'case-' || n)
            FROM numbered JOIN sources USING (status) ORDER BY n
            """;
    private static final String DETAILS = SOURCES + """
            INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
            SELECT run_day, @run, n, 0, 0, replace(replace(detail, '"id":"' || id || '"', '"id":"case-' || n || '"'),
                   '#' || id || '"', '#case-' || n || '"')::json
            FROM numbered JOIN sources USING (status) ORDER BY n
            """;

    private LargeRun() {}

    /**
     * @param source a run with a result that passed and one that failed
     * @param results number of results; two in a hundred are failed
     * @return the id of the new run
     */
    static String make(Database database, String source, int results) {
        var run = source + "-large";
        int failed = results / 50;
        database.transaction(connection -> {
            for (var sql : List.of(RUN, CASES, RESULTS, DETAILS)) {
                Database.update(connection, sql, "run", run, "results", results, "failed", failed, "source", source);
            }
            return run;
        });
        return run;
    }
}
