package dev.muster.bench;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;

/** Measures what is done with large stored runs: comparing, reporting, learning their history. */
record StoredRunTimes(Bench bench) {

    private static final int FAILING = 7;
    private static final int FAILS_EVERY = 25;
    private static final int ENTRIES = 20;
    /** Rows like those of resolved one-line cases. */
    private static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, definition)
            SELECT ?, n, 'suite.jsonl#case-' || n, 'case-' || n, '{"key":"suite.jsonl#case-' || n || '","id":"case-' || n
                   || '","source":{"file":"suite.jsonl","line":' || n || '},"conversation":{"mode":"standard","messages":[{'
                   || '"role":"user","content":[{"type":"text","text":"Is case ' || n || ' fine?"}]}]},"assertions":[{'
                   || '"check":{"type":"regex","pattern":"\\\\w"},"negate":false,"weight":1.0}],"limits":{},"setup":{}}'
            FROM generate_series(0, ?) AS n
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
                    .copies(new RunTable(local.database()).newest(1).getFirst().id());
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
                local.database().update(CASES, run, cases - 1);
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

    /** Every other entry matches one case; the others match all cases with a common key prefix. */
    private static List<QuarantineEntry> entries(int cases) {
        var entries = new ArrayList<QuarantineEntry>();
        for (int n = 0; n < ENTRIES; n++) {
            var key = "suite.jsonl#case-" + (n + 1) * (cases / 100) + (n % 2 == 0 ? "" : "*");
            entries.add(new QuarantineEntry(key, null, Mode.MUTE, "bench", "flaky", LocalDate.MAX, "muster.yaml:" + n));
        }
        return entries;
    }
}
