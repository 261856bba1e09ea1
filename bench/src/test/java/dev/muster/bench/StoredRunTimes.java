package dev.muster.bench;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.config.ProjectConfig.Targets;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.NewsKind;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.RunSettings.Policies;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.RunTable;

/** Measures what is done with large stored runs: comparing, reporting, learning their history. */
record StoredRunTimes(Bench bench) {

    private static final int FAILING = 7;
    private static final int FAILS_EVERY = 25;
    private static final int ENTRIES = 20;
    private static final int EARLIER = 1_000;
    private static final int NEWS_EVERY = 100;
    /** Rows like those of resolved one-line cases. */
    static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, definition)
            SELECT @run, n, 'suite.jsonl#case-' || n, 'case-' || n, '{"key":"suite.jsonl#case-' || n || '","id":"case-' || n
                   || '","source":{"file":"suite.jsonl","line":' || n || '},"conversation":{"mode":"standard","messages":[{'
                   || '"role":"user","content":[{"type":"text","text":"Is case ' || n || ' fine?"}]}]},"assertions":[{'
                   || '"check":{"type":"regex","pattern":"\\\\w"},"negate":false,"weight":1.0}],"limits":{},"setup":{}}'
            FROM generate_series(0, @last) AS n
            """;

    /** Compares two runs that differ in 7 of a hundred cases, in a process with a small heap, with the database running. */
    void compare() throws IOException, InterruptedException {
        var home = bench.folder().resolve("compared-home");
        int cases = bench.size().large();
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            var runs = new LargeRuns(local.database(), cases);
            runs.write("first-of-two", 25);
            runs.write("second-of-two", 33);
            runs.analyze();
            bench.tell("compare, two runs of " + cases + " results, -Xmx256m, median of 3", bench.median(3,
                    () -> bench.muster(home, 0, List.of(Bench.SMALL_HEAP), "compare", "first-of-two", "second-of-two")),
                    "s");
        }
    }

    /** Reports a run, each time in its own process: on the console, and to a file. */
    void report() throws IOException, InterruptedException {
        var home = bench.folder().resolve("home");
        int results = bench.size().large();
        var file = bench.folder().resolve("results.jsonl");
        try (var local = LocalDatabase.open(new Home(home), 2)) { // keeps the server running between the commands
            var small = Suites.failing(bench.folder(), bench.mock().aguiUrl(0), FAILING + 1, FAILING);
            failing(home, "1", Suites.command(small));
            var run = new LargeRuns(local.database(), results)
                    .copies(new RunTable(local.database()).newest(null, ProjectScope.ALL, Map.of(), false, 0, 1)
                            .getFirst().id(), "");
            local.database().update("ANALYZE");
            bench.tell("report of " + results + " results in -Xmx256m, the console",
                    bench.seconds(() -> failing(home, "1", "report", run)), "s");
            bench.tell("the same, console and JSONL",
                    results / bench.seconds(() -> failing(home, "4", "report", run, "-o", file.toString())),
                    "results/s");
        }
        try (var lines = Files.lines(file)) {
            if (lines.count() != results) {
                throw new IOException("the report's file has not " + results + " lines");
            }
        }
    }

    /** Some cases failed. */
    private void failing(Path home, String compilers, String... words) throws IOException, InterruptedException {
        bench.muster(home, 1, List.of(Bench.SMALL_HEAP, "-XX:TieredStopAtLevel=" + compilers), words);
    }

    /** Learns from large runs, and finds the cases of a run whose quarantine is void. */
    void history() throws IOException, InterruptedException {
        int cases = bench.size().large();
        try (var local = LocalDatabase.open(new Home(bench.folder().resolve("history-home")), 2)) {
            var history = new HistoryTable(local.database());
            for (var run : List.of("first", "second")) {
                new LargeRuns(local.database(), cases).write(run, FAILS_EVERY);
                local.database().update(CASES, "run", run, "last", cases - 1);
                bench.tell("learning from the " + run + " run of " + cases + " cases",
                        bench.seconds(() -> history.learn(run)), "s");
            }
            local.database().update("UPDATE case_history SET fail_streak = 5 WHERE status = 'failed'");
            var found = new ArrayList<>();
            bench.tell("for which of " + cases + " cases " + ENTRIES + " entries of a quarantine are void",
                    bench.seconds(() -> found.addAll(history.failing("second", entries(cases)))), "s");
            if (found.isEmpty()) {
                throw new IOException("cases that fail in run after run were not found");
            }
        }
    }

    /**
     * Finds what is new in a large run: a hundredth of the cases fail on either side, others than before, and the newest of
     * a thousand earlier runs could not judge some of them. Measured before and after PostgreSQL knows the tables, and for
     * a run whose cases have other numbers than before.
     */
    void news() throws IOException, InterruptedException {
        int cases = bench.size().large();
        try (var local = LocalDatabase.open(new Home(bench.folder().resolve("news-home")), 2)) {
            var database = local.database();
            database.update("ALTER SYSTEM SET autovacuum = off");
            database.list("SELECT pg_reload_conf()", row -> row.getBoolean(1));
            for (int n = 0; n < EARLIER; n++) {
                new LargeRuns(database, cases / EARLIER).write("earlier-" + n, FAILS_EVERY);
            }
            var runs = new LargeRuns(database, cases);
            runs.write("before", NEWS_EVERY);
            database.update("UPDATE results SET status = 'error', cause = 'infrastructure' WHERE run_id = 'before' "
                    + "AND number % @every = 0", "every", NEWS_EVERY * NEWS_EVERY);
            runs.write("now", NEWS_EVERY + 1);
            runs.write("moved", NEWS_EVERY + 1, 1);
            database.update(CASES, "run", "before", "last", cases - 1);
            database.update(CASES, "run", "now", "last", cases - 1);
            database.update(CASES.replace("@run, n", "@run, n + 1"), "run", "moved", "last", cases - 1);
            database.update("UPDATE runs SET whole = false WHERE run_id = 'now'"); // or moved would be held against it
            for (var tables : List.of("fresh", "analysed")) {
                for (var run : List.of("now", "moved")) {
                    bench.tell("what is new in a run of " + cases + " results, " + tables + " tables, " + run
                            + ", median of 3", bench.median(3, () -> newlyFailing(database, run, cases)), "s");
                }
                database.update("ANALYZE");
            }
        }
    }

    private static void newlyFailing(Database database, String run, int cases) throws IOException {
        var news = new NewsFinder(database).of(new RunTable(database).find(run).orElseThrow());
        if (!"before".equals(news.baseline()) || news.of(NewsKind.NEWLY_FAILING) < cases / NEWS_EVERY * 9 / 10
                || news.of(NewsKind.FIXED) < cases / NEWS_EVERY * 9 / 10) {
            throw new IOException("what is new was not found: " + news);
        }
    }

    /** Every other entry matches one case; the others match all cases with a common key prefix. */
    private static List<QuarantineEntry> entries(int cases) {
        var entries = new ArrayList<QuarantineEntry>();
        for (int n = 0; n < ENTRIES; n++) {
            var key = "suite.jsonl#case-" + (n + 1) * (cases / 100) + (n % 2 == 0 ? "" : "*");
            entries.add(new QuarantineEntry(key, null, Mode.MUTE, "bench", "flaky", LocalDate.MAX, "muster.yaml:" + n));
        }
        return entries;
    }

    /** Writes finished runs of one large suite straight into the tables. */
    record LargeRuns(Database database, int cases) {

        private static final String COPIED_RUN = """
                INSERT INTO runs (run_id, run_day, fleet, state, agent, input, settings, total, last_seq, passed, failed,
                                  created_at, started_at, finished_at)
                SELECT @run, run_day, fleet, state, agent, input, settings, @results, @results, @results - @failed, @failed,
                       now(), started_at, finished_at
                FROM runs WHERE run_id = @source
                """;
        private static final String COPIED_CASES = """
                INSERT INTO case_definitions (run_id, number, key, id, definition)
                SELECT @run, n, replace(c.key, c.id, 'case-' || n), 'case-' || n,
                       replace(definition, '"source":', @labels || '"source":')
                FROM case_definitions c, generate_series(1, @results) AS n
                WHERE run_id = @source
                    AND number = (SELECT min(number) FROM results WHERE run_id = @source AND status = 'passed')
                """;
        private static final String SOURCES = """
                WITH numbered AS (SELECT n, CASE WHEN n % 50 = 7 THEN 'failed' ELSE 'passed' END AS status
                                  FROM generate_series(1, @results) AS n),
                sources AS (SELECT DISTINCT ON (r.status) r.*, c.id FROM results r
                            JOIN case_definitions c USING (run_id, number)
                            WHERE run_id = @source ORDER BY r.status, r.number)
                """;
        private static final String COPIED_RESULTS = SOURCES + """
                INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, worker,
                                     duration_ms, working_ms, started_at, tokens_in, tokens_out, first_event_ms, turns, key,
                                     block, block_offset, block_length, sent_written, conversation, assertions)
                SELECT run_day, @run, n, 0, 0, n, status, cause, attempt, worker, duration_ms, working_ms, started_at,
                       tokens_in, tokens_out, first_event_ms, turns, replace(key, id, 'case-' || n),
                       (n / 100) * 1000000 + block, block_offset, block_length, sent_written, conversation, assertions
                FROM numbered JOIN sources USING (status) ORDER BY n
                """;
        /** A copy of the blocks for each hundred cases; their details name the case that they are copies of. */
        private static final String COPIED_DETAILS = """
                INSERT INTO detail_blocks (run_day, run_id, block, frames)
                SELECT run_day, @run, n * 1000000 + block, frames
                FROM detail_blocks, generate_series(0, @results / 100) AS n WHERE run_id = @source
                """;

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
            write(run, failsEvery, 0);
        }

        /** @param firstNumber of its cases */
        void write(String run, int failsEvery, int firstNumber) {
            var runs = new RunTable(database);
            runs.create(run, "local-bench", "mock", new RunSettings(List.of("suite.jsonl"), Targets.NONE,
                    Pacing.of(1, Duration.ofMinutes(5)), Policies.USUAL, CaseNeeds.NONE, Matrix.ONCE)
                    .with(About.NOTHING.ofSuite("suite")));
            database.update(RESULTS.replace("run_id, n,", "run_id, n + " + firstNumber + ","), "every", failsEvery,
                    "last", cases - 1, "run", run);
            database.update("""
                    UPDATE runs SET state = 'finished', started_at = created_at, finished_at = now(), last_seq = @cases,
                        total = @cases,
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

        /**
         * Makes a run with details inside the database; two in a hundred of its results are failed.
         *
         * @param source a small real run with a result that passed and one that failed
         * @param labels of its cases, as their definitions have them; empty for none
         * @return the id of the new run
         */
        String copies(String source, String labels) {
            var run = source + "-large";
            int failed = cases / 50;
            database.transaction(connection -> {
                for (var sql : List.of(COPIED_RUN, COPIED_CASES, COPIED_RESULTS, COPIED_DETAILS)) {
                    Database.update(connection, sql, "run", run, "results", cases, "failed", failed, "source", source,
                            "labels", labels);
                }
                return run;
            });
            return run;
        }
    }
}
