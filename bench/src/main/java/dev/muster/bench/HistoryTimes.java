package dev.muster.bench;

import module java.base;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.config.QuarantineEntry.Mode;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;

/**
 * Measures the case history with large runs: learning from a run, and finding the cases of a run whose quarantine is
 * void.
 *
 * @param folder holds the database
 */
record HistoryTimes(Path folder, Ticker ticker) {

    private static final int FAILS_EVERY = 25;
    private static final int ENTRIES = 20;
    /** Rows like those of resolved one-line cases. */
    private static final String CASES = """
            INSERT INTO case_definitions (run_id, number, key, id, definition)
            SELECT @run, n, 'suite.jsonl#case-' || n, 'case-' || n, '{"key":"suite.jsonl#case-' || n || '","id":"case-' || n
                   || '","source":{"file":"suite.jsonl","line":' || n || '},"conversation":{"mode":"standard","messages":[{'
                   || '"role":"user","content":[{"type":"text","text":"Is case ' || n || ' fine?"}]}]},"assertions":[{'
                   || '"check":{"type":"regex","pattern":"\\\\w"},"negate":false,"weight":1.0}],"limits":{},"setup":{}}'
            FROM generate_series(0, @last) AS n
            """;

    void measure(int cases, Consumer<Figure> tell) throws IOException {
        try (var local = LocalDatabase.open(new Home(folder.resolve("history-home")), 2)) {
            var history = new HistoryTable(local.database());
            for (var run : List.of("first", "second")) {
                write(local.database(), run, cases);
                tell.accept(Figure.plain("learning from the " + run + " run of " + cases + " cases",
                        seconds(() -> history.learn(run)), "s"));
            }
            local.database().update("UPDATE case_history SET fail_streak = 5 WHERE status = 'failed'");
            var found = new ArrayList<>();
            tell.accept(
                    Figure.plain("for which of " + cases + " cases " + ENTRIES + " entries of a quarantine are void",
                            seconds(() -> found.addAll(history.failing("second", entries(cases)))), "s"));
            if (found.isEmpty()) {
                throw new IOException("cases that fail in run after run were not found");
            }
        }
    }

    private static void write(Database database, String run, int cases) {
        new LargeRuns(database, cases).write(run, FAILS_EVERY);
        database.update(CASES, "run", run, "last", cases - 1);
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

    private double seconds(Runnable what) {
        long start = ticker.nanos();
        what.run();
        return (ticker.nanos() - start) / 1e9;
    }
}
