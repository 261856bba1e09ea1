package dev.muster.cli.session;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.analysis.news.TriesByCase;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.console.Console;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.StoreException;
import org.jspecify.annotations.Nullable;

/** A run from its start to its exit code, with live output. */
public final class LiveRun implements RunListener {

    private final FleetAccess fleet;
    private final ResultFiles files;
    private final Console console;
    private final Screen screen;
    private final PrintWriter err;
    private final Ticker ticker = Ticker.system();
    private final Consumer<List<StoredCase>> also;
    private final Follower follower;
    private final TriesByCase present = new TriesByCase();
    private @Nullable TriesByCase past;
    private volatile String run = "";
    private boolean warnedOfVoids;

    /** @param also receives every batch of results */
    public LiveRun(FleetAccess fleet, ResultFiles files, ConsoleStyle style, CommandContext here, Screen screen,
            Consumer<List<StoredCase>> also) {
        this.screen = screen;
        this.err = here.err();
        this.also = also;
        this.fleet = fleet;
        this.files = files;
        this.console = new Console(here.out(), style, ticker);
        this.follower = new Follower(fleet.runs());
    }

    /** Starts a run. */
    @FunctionalInterface
    interface Beginning {
        StartedRun begin(FleetAccess fleet) throws IOException, RefusedRun, InterruptedException;
    }

    @FunctionalInterface
    private interface Waited<T> {
        T get() throws IOException, RefusedRun;
    }

    /** @param baseline the results of a file that the run is held against; null for runs of the store */
    public LiveRun against(@Nullable TriesByCase baseline) {
        past = baseline;
        return this;
    }

    /** Submits a suite, and follows its run. */
    public EndedRun carryOut(Suite suite) throws IOException, InterruptedException, RefusedRun {
        return carryOut(fleet -> {
            try (var cases = suite.spool().read()) {
                var request = suite.request(saying("sending the suite's files", () -> fleet.bring(suite.files())));
                var runs = saying("starting the local database and worker", fleet::runs);
                var id = saying("submitting " + suite.cases() + (suite.cases() == 1 ? " case" : " cases"),
                        () -> runs.submit(request, cases));
                return new StartedRun(id, suite.agentsShown(), Math.toIntExact(suite.results()),
                        suite.spool().hasConversations(), request.settings());
            }
        });
    }

    private <T> T saying(String what, Waited<T> step) throws IOException, RefusedRun, InterruptedException {
        try (var _ = WaitNotice.say(err, what)) {
            return step.get();
        }
    }

    EndedRun carryOut(Beginning beginning) throws IOException, InterruptedException, RefusedRun {
        try (var interrupt = new Interrupts(this::toEnd, this::toEndNow)) {
            long startedAt = ticker.nanos();
            var started = beginning.begin(fleet);
            run = started.run();
            console.keptBy(fleet.coordinators());
            console.start(started, files.names());
            files.begin(new RunHead(run, started.agents(), started.matrix().cellNames(), started.inputs(),
                    started.results(), Instant.now(), started.about(), started.instructions(), List.of()));
            var ended = followed();
            var took = ended.took().orElse(Duration.ofNanos(ticker.nanos() - startedAt));
            var news = news(ended);
            older(ended, news).ifPresent(console::note);
            console.tell(news);
            files.tell(news, ended.settings());
            var code = interrupt.happened() ? ExitCode.INTERRUPTED : code(ended, news);
            try {
                files.end(ended.state(), ended.stopReason(), took, code);
            } finally {
                console.finish(run, ended.stopReason(), fleet.goingOnWith(ended), took,
                        code.isOfGate() ? console.outcome(ended.settings()) : Optional.empty());
            }
            return new EndedRun(run, code.code(), took, ended, console.summary(), news);
        }
    }

    private StoredRun followed() throws IOException, InterruptedException, RefusedRun {
        try {
            return follower.follow(run, this);
        } catch (IOException e) {
            console.note("The run may continue without this command; to follow it again: " + fleet.goingOnWith(run));
            throw e;
        }
    }

    @Override
    public void results(List<StoredCase> batch) throws IOException, InterruptedException {
        files.write(batch);
        if (past != null) {
            batch.forEach(stored -> present.add(stored.result()));
        }
        screen.write(() -> batch.forEach(console::result));
        also.accept(batch);
    }

    @Override
    public void progress(StoredRun now) throws InterruptedException {
        screen.write(() -> {
            printIgnoredEntries(now.settings().policies().quarantine());
            console.tick(now.paused());
        });
    }

    /** Shown once: a quarantine does not silence a case that always fails. */
    private void printIgnoredEntries(Quarantine quarantine) {
        if (!warnedOfVoids) {
            warnedOfVoids = true;
            quarantine.voids().forEach(each -> console.note(quarantine.described(each)));
        }
    }

    @Override
    public void waits(RunPage.Waiting now) throws InterruptedException {
        screen.write(() -> console.waits(now));
    }

    /** Ends in order, on a thread of its own: running work may finish. */
    private void toEnd() {
        console.note("Interrupted: no more cases start; running cases may finish");
        console.note("press Ctrl-C again to stop it now");
        if (!run.isEmpty()) {
            console.note("To continue it later: " + fleet.goingOnWith(run));
        }
        stop(Stopping.UNHURRIED);
    }

    /** Ends now, on a thread of its own: running work is cut off. */
    private void toEndNow() {
        console.note("Stopped: running cases are aborted");
        stop(Duration.ZERO);
    }

    private void stop(Duration grace) {
        follower.stop(Stopping.interrupted(grace));
        screen.leave(); // an open question holds back output that says how to quit
    }

    @Override
    public void waiting(String sentence) throws InterruptedException {
        screen.write(() -> console.note(sentence));
    }

    /** A run without its news has all its results. */
    private News news(StoredRun ended) {
        try {
            return past != null ? present.since(past, String.valueOf(ended.settings().about().baseline()))
                    : fleet.runs().news(run);
        } catch (IOException | StoreException e) {
            console.note("The results can't be compared with the baseline: " + e.getMessage());
            return News.NONE;
        }
    }

    /** Says that a project has no run of its own yet, and is compared with one from before runs kept their project. */
    private Optional<String> older(StoredRun ended, News news) throws InterruptedException {
        var about = ended.settings().about();
        var project = about.project();
        if (project == null || news.baseline() == null || past != null || about.baseline() != null) {
            return Optional.empty();
        }
        try {
            return fleet.runs().follow(news.baseline(), Long.MAX_VALUE, Duration.ZERO)
                    .filter(page -> page.run().settings().about().project() == null)
                    .map(page -> "Project " + ProjectName.shown(project)
                            + " has no earlier run of its own"
                            + about.comparedBranch().map(branch -> " on branch " + branch).orElse("")
                            + ": compared with "
                            + page.run().id() + ", from before runs kept their project");
        } catch (IOException | StoreException e) {
            return Optional.empty(); // the news are there
        }
    }

    /** A missing result is neither a pass nor a failure: Muster did not finish. */
    private ExitCode code(StoredRun ended, News news) {
        return console.summary().total() < ended.counts().total() ? ExitCode.BROKEN
                : ExitCode.of(console.summary(), ended.settings().policies().gate(), news,
                        console.summary().doubt(ended.settings()));
    }
}
