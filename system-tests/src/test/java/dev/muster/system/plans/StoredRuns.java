package dev.muster.system.plans;

import module java.base;
import dev.muster.cli.fleet.QuietWatch;
import dev.muster.common.config.QuarantineEntry;
import dev.muster.common.json.Json;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Then;
import dev.muster.common.model.Turn;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.PastCost;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RunLimits;
import dev.muster.coordinator.run.RunSettings.Pacing;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.store.Bookkeeper;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Changes;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Inheriting;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.Settlement.Attempt;
import dev.muster.coordinator.store.Settlement.AttemptKind;
import dev.muster.coordinator.store.Settlement.CaseVerdict;
import dev.muster.coordinator.store.StoredBooks;
import dev.muster.system.figures.WrittenRun;

/** Runs with a given number of cases, most with results, and everything that the store does with them. */
final class StoredRuns {

    /** Cases at the end without a result. */
    private static final int LEFT = 200;
    private static final int PAGE = 200;
    private static final Conversation TALK = new Conversation.Scripted(List.of(),
            List.of(Turn.saying(List.of(new ContentPart.Text("Hello")), List.of())), new Then.End(),
            Conversation.Finals.LAST_REPLY);
    private static final String RESULTS = """
            INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, duration_ms,
                                 working_ms, score, cost_usd, tokens_in, tokens_out, first_event_ms, key)
            SELECT run_day, run_id, n, 0, repeat, 2 * n + repeat + 1, CASE n % 10 WHEN @failing THEN 'failed' ELSE 'passed' END,
                   CASE WHEN @decided AND repeat = 1 THEN 'decided' WHEN n % 10 = @failing THEN 'assertion' ELSE 'none' END, 1,
                   n % 500, n % 500, 1, 0.01, 10, 20, n % 50, CASE WHEN @bare THEN NULL ELSE 's.jsonl#c' || n END
            FROM runs, generate_series(0, @last) AS n, generate_series(0, @repeats) AS repeat WHERE run_id = @run
            """;
    private static final String DETAILS = """
            INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
            SELECT run_day, run_id, number, cell, repeat, @detail::json FROM results WHERE run_id = @run
            """;
    private static final String ATTEMPTS = """
            INSERT INTO attempts (run_id, number, cell, repeat, epoch, n, attempt, kind, worker, incarnation, status, cause)
            SELECT @run, n, 0, 0, 1, n, 1, 'retried', 'w', 'i', 'error', 'agent_error' FROM generate_series(0, @cases - 1, 4) AS n
            """;
    private static final String HISTORY = """
            INSERT INTO case_history (agent, key, duration_ms, runs, flakes, status, fail_streak,
                                      definition_hash, recent)
            SELECT 'shop', 's.jsonl#c' || n, 500 + n, 9, n % 3, 'failed', n % 9, n, '{14}' FROM generate_series(0, @cases - 1) AS n
            ON CONFLICT DO NOTHING
            """;

    private final Database watched;
    private final Database loader;
    private final String id;
    private final int cases;
    private final RunTable runs;
    private final CaseTable table;
    private final ResultTable results;
    private final HistoryTable history;
    private int settled;

    /**
     * @param watched the store's connection to the database
     * @param loader an unwatched connection for loading rows
     */
    StoredRuns(Database watched, Database loader, String id, int cases) throws Exception {
        this.watched = watched;
        this.loader = loader;
        this.id = id;
        this.cases = cases;
        this.runs = new RunTable(watched);
        this.table = new CaseTable(watched);
        this.results = new ResultTable(watched);
        this.history = new HistoryTable(watched);
        load(id, 3, 0, false, false);
        load(id + "-other", 4, 0, false, false);
        load(id + "-repeated", 4, 1, false, false);
        load(id + "-decided", 4, 1, true, false);
        load(id + "-bare", 4, 0, false, true);
        loader.update("UPDATE case_definitions SET key = 's.jsonl#moved' WHERE run_id = @run AND number = 3", "run",
                id + "-repeated");
        loader.update(ATTEMPTS, "run", id, "cases", cases);
        loader.update(HISTORY, "cases", cases);
    }

    String id() {
        return id;
    }

    int cases() {
        return cases;
    }

    private void load(String run, int failing, int repeats, boolean decided, boolean bare) throws Exception {
        new RunTable(loader).create(run, "local-" + run, "shop",
                WrittenRun.settings()
                        .with(new Pacing(1, Duration.ofMinutes(5), new RunLimits(BigDecimal.TEN, null, null), 0))
                        .with(About.NOTHING.against(run.equals(id) ? id + "-repeated" : null)));
        var _ = new CaseTable(loader).store(run, 1, IntStream.range(0, cases)
                .mapToObj(number -> CaseDefinition.of(testCase(number))).iterator());
        new RunTable(loader).start(run, cases);
        loader.update(RESULTS, "failing", failing, "decided", decided, "bare", bare, "last",
                Math.max(0, cases - LEFT) - 1,
                "repeats", repeats, "run", run);
        loader.update(DETAILS, "detail", Json.MAPPER.writeValueAsString(result(0)), "run", run);
        loader.update("UPDATE runs SET last_seq = 2 * total WHERE run_id = @run", "run", run);
    }

    private static TestCase testCase(int number) {
        var conversation = number % 100 == 7 ? TALK
                : new Conversation.Standard(List.of(Message.user("Is case " + number + " fine?")));
        return TestCase.of(new TestCase.Identity("s.jsonl#c" + number, "c" + number, null, Map.of(),
                new Source("s.jsonl", number + 1)), "shop", conversation, List.of());
    }

    private static CaseResult result(int number) {
        return TestResult.of("s.jsonl#c" + number, "c" + number).agent("shop").response("fine").make();
    }

    /** Does what happens repeatedly during a run. */
    void onTheWay() {
        for (long seq : new long[]{0, cases, 2L * Math.max(0, cases - LEFT - 50)}) {
            var _ = results.after(id, seq, PAGE);
        }
        settle(verdict(), verdict(), attempt(0, AttemptKind.RETRIED), attempt(1, AttemptKind.SUPERSEDED),
                new Settlement.Fence("i", List.of(attempt(2, AttemptKind.WORKER_LOST))));
        var reinstated = failed();
        settle(failed(), reinstated, new Settlement.Reinstated(reinstated));
    }

    /** Returns a failed attempt of a case that has no result yet. */
    private Attempt failed() {
        var attempt = attempt(Math.max(0, cases - 1), AttemptKind.RETRIED);
        return new Attempt(attempt.ref(), attempt.dispatch(), 1, attempt.kind(), "w", "i",
                Verdict.failed(Cause.ASSERTION, "no"), attempt.startedAt(), attempt.durationMs(), attempt.spent());
    }

    /** Does what happens to a whole run: before, after, or to continue it. */
    void asAWhole() throws Exception {
        for (int from : new int[]{0, cases / 2, Math.max(0, cases - LEFT - 10)}) {
            var _ = table.page(id, from, PAGE);
            var _ = table.rest(id, from, PAGE);
        }
        var _ = table.unfinished(id, List.of(0, 1, cases - 2, cases - 1));
        history.arrange(id, 1);
        history.arrange(id + "-other", Integer.MAX_VALUE);
        var _ = table.first(id);
        var _ = history.failing(id, List.of(new QuarantineEntry("s.jsonl#c*", null, QuarantineEntry.Mode.MUTE, "me",
                "because", LocalDate.MAX, "muster.yaml:1")));
        var _ = history.flakiest(ProjectScope.ALL, "shop", 20);
        var _ = history.flakiest(ProjectScope.of("p").withOlder(new String[]{"s"}), "shop", 20);
        var _ = history.newest(null, "shop", "", true);
        var _ = history.newest("p", "shop", "s.jsonl#c5", false);
        var _ = table.hasConversations(id);
        var _ = table.hasSamples(id);
        try (var all = results.stream(id)) {
            while (!all.next().isEmpty()) {
                // as a report reads it
            }
        }
        var _ = results.firstUnpassed(id, 50);
        var _ = new NewsFinder(watched).of(runs.find(id).orElseThrow());
        var _ = Count.of(watched, id);
        var _ = results.newest(id);
        var _ = PastCost.of(watched, "shop", List.of("s.jsonl#c5"));
        var _ = new Inheriting(watched).run(id);
        try (var leadership = Leadership.take(watched, "local-" + id, "test")) {
            var _ = new Inheriting(watched).of(leadership);
        }
        var part = id + "-part-" + ++settled;
        runs.create(part, "local-test", "shop", WrittenRun.settings()
                .with(new About(Map.of("branch", "main"), part, About.SEED, null, null)), id, null);
        var _ = runs.newest("local-test", ProjectScope.of("p").withOlder(null), Map.of("branch", "main"), false, 0, 20);
        var _ = runs.newestWhole(null, "s", "p");
        var _ = new ProjectTable(watched, null).scope("p");
        var _ = new ProjectTable(watched, null).older();
        var _ = new ProjectTable(watched, null).names();
        var _ = table.copy(id, part, "failed");
        loader.update("""
                INSERT INTO results (run_day, run_id, number, cell, repeat, seq, status, cause, attempt, duration_ms, working_ms)
                SELECT run_day, run_id, number, cell, repeat, number + 1, 'passed', 'none', 1, 1, 1
                FROM runs JOIN run_parts USING (run_id) WHERE run_id = @run
                """, "run", part);
        var overlay = Overlay.of(watched, id);
        for (var page = results.after(id, 0, PAGE); !page.isEmpty(); page = results.after(id,
                page.getLast().seq(), PAGE)) {
            var _ = overlay.over(page);
        }
        var _ = watched.transaction(connection -> {
            Database.forLargeRuns(connection);
            return Overlay.table(connection, id, List.of());
        });
        loader.update("DELETE FROM results WHERE run_id = @run", "run", part);
        loader.update("""
                UPDATE case_definitions SET definition = replace(definition, '"source":', '"labels":{"team":"a"},"source":')
                WHERE run_id = @run AND number < 5 AND definition NOT LIKE '%"labels"%'
                """, "run", id);
        settle(new Settlement.RunOver(part, RunState.STOPPED, null));
        settle(new Settlement.RunOver(id, RunState.STOPPED, null));
        // as of a case that was cut off
        loader.update("""
                INSERT INTO result_details (run_day, run_id, number, cell, repeat, detail)
                SELECT run_day, run_id, number, cell, repeat, '{}' FROM results
                WHERE run_id = @run AND status = 'cancelled' ORDER BY number LIMIT 1 ON CONFLICT DO NOTHING
                """, "run", id);
        history.learn(id);
        settle(new Settlement.Reopened(id));
        runs.discard(part);
        loader.update("DELETE FROM first_cases");
        var pruning = new Pruning(watched, Instant.now());
        var _ = pruning.tryOut(pruning.plan(null, 1));
        pruneOne(pruning);
    }

    /** Deletes a run of its own; other days' runs keep its day's partitions. */
    private void pruneOne(Pruning pruning) throws Exception {
        var old = id + "-old";
        load(old, 4, 0, false, false);
        loader.update(ATTEMPTS, "run", old, "cases", cases);
        loader.update("UPDATE runs SET state = 'finished' WHERE run_id = @run", "run", old);
        pruning.delete(old, null);
    }

    private void settle(Settlement... settlements) {
        try (var leadership = Leadership.take(watched, "local-" + id, "test");
                var books = new Bookkeeper(new StoredBooks(watched, leadership, new Changes()), QuietWatch.unstarted(),
                        lost -> {},
                        kept -> {})) {
            List.of(settlements).forEach(books::settle);
            books.start();
        }
    }

    private CaseVerdict verdict() {
        settled++;
        int number = Math.max(0, cases - LEFT) + settled;
        return new CaseVerdict(new CaseRef(id, number, 0, 0), 1, new Dispatch(1, settled), "w", result(number));
    }

    private Attempt attempt(int number, AttemptKind kind) {
        return new Settlement.Attempt(new CaseRef(id, number, 0, 0), new Dispatch(2, ++settled), 1, kind, "w", "i",
                new Verdict(Status.ERROR, Cause.AGENT_ERROR, null, null), Instant.EPOCH, 1L,
                Spent.UNKNOWN);
    }
}
