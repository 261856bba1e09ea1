package dev.muster.deploy.session;

import module java.base;
import dev.muster.coordinator.analysis.figures.Digests;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.report.console.Console;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.ResultTable;
import org.jspecify.annotations.Nullable;

/** Reports a stored run again. */
public final class StoredReport {

    private final Database database;
    private final StoredRun run;
    private Summary summary = new Summary();

    public StoredReport(Database database, StoredRun run) {
        this.database = database;
        this.run = run;
    }

    /** @return the exit code of the run */
    public ExitCode write(ResultFiles files, Optional<Console> console) throws IOException, InterruptedException {
        console.ifPresent(this::start);
        files.begin(head());
        var brief = console.filter(Console::isBrief);
        brief.ifPresent(this::digest);
        if (brief.isEmpty() || !files.isEmpty()) {
            tellAll(files, brief.isPresent() ? stored -> {} : hearing(console));
        }
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

    private Consumer<StoredCase> hearing(Optional<Console> console) {
        return stored -> {
            summary.add(stored.result());
            console.ifPresent(told -> told.result(stored));
        };
    }

    private void tellAll(ResultFiles files, Consumer<StoredCase> hearer)
            throws IOException, InterruptedException {
        try (var results = new ResultTable(database).stream(run.id())) {
            for (var page = results.next(); !page.isEmpty(); page = results.next()) {
                files.write(page);
                page.forEach(hearer);
            }
        }
    }

    private void start(Console console) {
        console.start(new StartedRun(run.id(), run.agent(), run.settings().inputs(), run.counts().total(),
                new CaseTable(database).hasConversations(run.id()), run.settings().matrix(),
                run.settings().instructions()));
    }

    private void finish(Console console) {
        unfinished().ifPresent(console::note);
        console.finish(run.id(), run.stopReason(), goingOn(), took());
        if (code() == ExitCode.FAILED) {
            console.gate(run.settings().policies().gate());
        }
    }

    private RunHead head() {
        return new RunHead(run.id(), run.agent(), run.settings().matrix().cellNames(), run.settings().inputs(),
                run.counts().total(), Objects.requireNonNullElse(run.startedAt(), Instant.EPOCH),
                run.settings().instructions());
    }

    private ExitCode code() {
        return summary.total() < run.counts().total() ? ExitCode.BROKEN
                : ExitCode.of(summary, run.settings().policies().gate());
    }

    /** Warns of partial results: their summary must not look complete. */
    private Optional<String> unfinished() {
        return run.state().over() ? Optional.empty()
                : Optional.of("Not over: " + summary.total() + " of " + run.counts().total() + " results are there yet"
                        + (run.isLocal() ? "; if nothing carries it out any more: muster run --resume " + run.id()
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
        var end = Optional.ofNullable(run.finishedAt()).or(() -> new ResultTable(database).newest(run.id()));
        return end.map(at -> Duration.between(started, at)).filter(Duration::isPositive).orElse(Duration.ZERO);
    }
}
