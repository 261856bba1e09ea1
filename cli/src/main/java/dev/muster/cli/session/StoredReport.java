package dev.muster.cli.session;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.analysis.figures.Digests;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.analysis.news.TriesByCase;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.report.console.Console;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.ResultTable;
import org.jspecify.annotations.Nullable;

/** Reports a stored run again. */
public final class StoredReport {

    private final Database database;
    private final StoredRun run;
    private final Overlay overlay;
    private Summary summary = new Summary();
    private News news = News.NONE;
    private final TriesByCase present = new TriesByCase();
    private @Nullable TriesByCase past;

    public StoredReport(Database database, StoredRun run) {
        this.database = database;
        this.run = run;
        this.overlay = Overlay.of(database, run.id());
    }

    /** @param baseline the results of a file that the run is held against; null for runs of the store */
    public StoredReport against(@Nullable TriesByCase baseline) {
        past = baseline;
        return this;
    }

    /** @return the exit code of the run */
    public ExitCode write(ResultFiles files, Optional<Console> console) throws IOException, InterruptedException {
        console.ifPresent(shown -> start(shown, files.names()));
        files.begin(head());
        var brief = console.filter(shown -> shown.isBrief() && past == null && overlay.isEmpty());
        brief.ifPresent(this::digest);
        if (brief.isEmpty() || !files.isEmpty() || Summary.needsResults(run.settings())
                || new CaseTable(database).hasSamples(run.id())) {
            replayAll(files, brief.<Consumer<StoredCase>>map(shown -> stored -> judged(stored.result(), shown))
                    .orElseGet(() -> hearing(console)));
        }
        news = past == null ? new NewsFinder(database).of(run)
                : present.since(past, String.valueOf(run.settings().about().baseline()));
        files.tell(news, run.settings());
        console.ifPresent(shown -> shown.tell(news));
        files.end(run.state(), run.stopReason(), took(), code());
        console.ifPresent(this::finish);
        return code();
    }

    /** Summarizes a long run: the database counts, and only what is shown is fetched. */
    private void digest(Console console) {
        var digest = new Digests(database).of(run.id(), Console.NAMED_AGAIN);
        summary = Summary.of(digest);
        console.digest(digest);
    }

    private void judged(CaseResult result, Console console) {
        summary.judged(result);
        console.judged(result);
    }

    private Consumer<StoredCase> hearing(Optional<Console> console) {
        return stored -> {
            summary.add(stored.result());
            if (past != null) {
                present.add(stored.result());
            }
            console.ifPresent(shown -> shown.result(stored));
        };
    }

    private void replayAll(ResultFiles files, Consumer<StoredCase> hearer)
            throws IOException, InterruptedException {
        try (var results = new ResultTable(database).stream(run.id())) {
            for (var page = results.next(); !page.isEmpty(); page = results.next()) {
                var shown = overlay.over(page);
                files.write(shown);
                shown.forEach(hearer);
            }
        }
    }

    private void start(Console console, List<String> outputs) {
        console.start(new StartedRun(run.id(), run.agent(), run.counts().total(),
                new CaseTable(database).hasConversations(run.id()), run.settings()), outputs);
    }

    private void finish(Console console) {
        overlay.note().ifPresent(console::note);
        unfinished().ifPresent(console::note);
        console.finish(run.id(), run.stopReason(), goingOn(), took(), code().isOfGate()
                ? console.outcome(run.settings()) : Optional.empty());
    }

    private RunHead head() {
        return new RunHead(run.id(), run.agent(), run.settings().matrix().cellNames(), run.settings().inputs(),
                run.counts().total(), Objects.requireNonNullElse(run.startedAt(), Instant.EPOCH),
                run.settings().about(), run.settings().instructions(), overlay.reruns());
    }

    private ExitCode code() {
        return summary.total() < run.counts().total() ? ExitCode.BROKEN
                : ExitCode.of(summary, run.settings().policies().gate(), news, summary.doubt(run.settings()));
    }

    /** Warns of partial results: their summary must not look complete. */
    private Optional<String> unfinished() {
        return run.state().over() ? Optional.empty()
                : Optional.of("Not over: " + summary.total() + " of " + run.counts().total() + " results so far"
                        + (run.isLocal() ? "; if no process is running it anymore: muster run --resume " + run.id()
                                : ""));
    }

    private @Nullable String goingOn() {
        return run.counts().cancelled() == 0 ? null
                : "muster run --resume " + run.id() + (run.isLocal() ? "" : " --coordinator URL");
    }

    /** For an unfinished run, up to its newest result: its process may have ended long ago. */
    private Duration took() {
        var started = run.startedAt();
        if (started == null) {
            return Duration.ZERO;
        }
        return run.took().or(() -> new ResultTable(database).newest(run.id()).map(at -> Duration.between(started, at))
                .filter(Duration::isPositive)).orElse(Duration.ZERO);
    }
}
