package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunFilter;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/** The runs under way, with their rate. Thread-safe. */
public final class LiveRuns {

    private static final int MOST = 50;
    /** A rate is that of these last seconds. */
    private static final Duration RATED = Duration.ofSeconds(10);
    private static final int SHOWN = 5;
    private static final int LONGEST_REASON = 400;
    private static final int MOST_REASONS = 1_000;

    private static final String FAILURES = """
            SELECT r.number, r.cell, r.repeat, r.status, (SELECT id FROM case_definitions
                                                          WHERE run_id = @run AND number = r.number LIMIT 1) AS id
            FROM results r WHERE r.run_day = (SELECT run_day FROM runs WHERE run_id = @run)
                AND r.run_id COLLATE "C" = @run AND seq > @after
                 AND r.status IN ('failed', 'error', 'flaky') ORDER BY seq DESC LIMIT @atMost
            """;

    private final Database database;
    private final @Nullable String fleet;
    private final ProjectScope scope;
    private final Function<StoredRun, Waiting> waiting;
    private final Ticker ticker;
    private Map<String, Deque<Sample>> samples = new HashMap<>();
    private final Map<CaseRef, String> reasons = new HashMap<>();

    private record Sample(long nanos, int done, long seq) {}

    /** A result that did not pass. */
    public record Failure(int number, int cell, int repeat, String status, String id, String reason) {}

    /**
     * A run under way.
     *
     * @param perSecond results a second; null until that is known
     * @param leftMs time until its last result at this rate; null where that is not known
     * @param waiting what it waits for, a sentence each
     * @param failures the newest of the last seconds, newest first
     */
    public record LiveRun(RunRow run, int done, @Nullable Double perSecond, @Nullable Long leftMs,
            List<String> waiting, List<Failure> failures) {}

    /**
     * @param fleet whose runs; null for all
     * @param waiting what a run waits for
     */
    public LiveRuns(Database database, @Nullable String fleet, ProjectScope scope,
            Function<StoredRun, Waiting> waiting, Ticker ticker) {
        this.database = database;
        this.fleet = fleet;
        this.scope = scope;
        this.waiting = waiting;
        this.ticker = ticker;
    }

    /** Returns them, those that are paused last, else newest first. */
    public synchronized List<LiveRun> now() {
        var runs = new RunTable(database);
        var kept = new HashMap<String, Deque<Sample>>();
        var live = Stream.of(RunState.RUNNING.wire(), "paused")
                .flatMap(state -> runs
                        .page(new RunFilter(fleet, null, null, state, Map.of(), null, scope), null,
                                MOST)
                        .stream())
                .map(run -> live(run, kept)).toList();
        samples = kept;
        return live;
    }

    private LiveRun live(StoredRun run, Map<String, Deque<Sample>> kept) {
        var row = RunRow.of(run);
        var counts = run.counts();
        int done = counts.passed() + counts.failed() + counts.errors() + counts.flaky() + counts.skipped()
                + counts.cancelled();
        var past = samples.getOrDefault(run.id(), new ArrayDeque<>());
        kept.put(run.id(), past);
        past.addLast(new Sample(ticker.nanos(), done, run.lastSeq()));
        while (past.size() > 2 && past.getLast().nanos - past.getFirst().nanos > RATED.toNanos()) {
            past.removeFirst();
        }
        var first = past.getFirst();
        double seconds = (past.getLast().nanos - first.nanos) / 1e9;
        var rate = seconds < 1 ? null : Double.valueOf((done - first.done) / seconds);
        return new LiveRun(row, done, rate, rate == null || rate <= 0 ? null
                : Long.valueOf(Math.round((counts.total() - done) / rate * 1000)),
                waitingLines(waiting.apply(run)),
                failures(run, first.seq));
    }

    /** Returns a sentence each. */
    static List<String> waitingLines(Waiting waiting) {
        return Stream.concat(Stream.ofNullable(waiting.waiting()), waiting.calls().stream().map(each -> each.text()))
                .limit(SHOWN).toList();
    }

    private List<Failure> failures(StoredRun run, long after) {
        var found = database.list(FAILURES,
                row -> new Failure(row.getInt("number"), row.getInt("cell"), row.getInt("repeat"),
                        row.getString("status"), row.getString("id"), ""),
                "run", run.id(), "after", after, "atMost", SHOWN);
        if (reasons.size() > MOST_REASONS) {
            reasons.clear();
        }
        return found.stream().map(each -> new Failure(each.number, each.cell, each.repeat, each.status, each.id,
                reasons.computeIfAbsent(new CaseRef(run.id(), each.number, each.cell, each.repeat), this::reason)))
                .toList();
    }

    private String reason(CaseRef ref) {
        return Printable.beginning(
                new ResultTable(database).ofCase(ref.run(), ref.number(), ref.cell(), ref.repeat(), 1).stream()
                        .flatMap(each -> Reasons.first(each).stream()).findFirst().orElse(""),
                LONGEST_REASON);
    }
}
