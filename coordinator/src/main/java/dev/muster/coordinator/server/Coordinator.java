package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.assertion.eval.AssertionFault;
import dev.muster.common.assertion.eval.Redaction;
import dev.muster.common.channel.Channel;
import dev.muster.common.loop.Fatal;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.status.StatusPages.Readiness;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.Quarantine;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunId;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.run.SuiteLimits;
import dev.muster.coordinator.run.WorkerNeeds;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import dev.muster.coordinator.server.scheduler.Leader;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.AuditTable;
import dev.muster.coordinator.store.BlobTable;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Changes;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DaysAhead;
import dev.muster.coordinator.store.FleetStore;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Inheriting;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Leadership.WriteProbe;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.TokenTable;
import org.jspecify.annotations.Nullable;

/** Leads one fleet: accepts runs, executes them, and reports their progress. */
public final class Coordinator implements Runs, AutoCloseable {

    private static final int PAGE = 500;
    /** How long a request to stop a run waits until the stop is stored. */
    private static final Duration STORED = Duration.ofSeconds(10);
    /** How long a request to resume a run that is being stopped waits for that run to end. */
    private static final Duration STOPPED = Duration.ofSeconds(20);
    /** How long results gather for a follower who has all others: a request for each costs more than a case. */
    private static final Duration GATHER = Duration.ofMillis(100);
    private static final Duration PROBED = Duration.ofSeconds(2);

    private final RunTable runs;
    private final CaseTable cases;
    private final HistoryTable history;
    private final RunTable followedRuns;
    private final ResultTable results;
    private final BlobTable blobs;
    private final TokenTable tokens;
    private final AuditTable audit;
    private final Changes changes = new Changes();
    private final Views views;
    private final Reruns reruns;
    private final NewsFinder news;
    private final Leader leader;
    private final String fleet;
    private final WriteProbe probe;
    private final LoopWatch watch;
    private final OrphanedRuns orphanedRuns;
    private final Database database;
    private final InstantSource clock;
    private final Leadership leadership;
    /** Rows of deleted runs are deleted by one request at a time, however long that takes. */
    private final Object sweeping = new Object();
    private @Nullable Retention retention;
    private @Nullable Upkeep upkeep;

    private Coordinator(Channel channel, Database database, Leadership leadership, LeaderSettings settings,
            InstantSource clock, LoopWatch watch, Consumer<List<Settlement>> kept) {
        this.watch = watch;
        this.database = database;
        this.clock = clock;
        this.leadership = leadership;
        var requests = database.requests();
        var writes = leadership.over(requests);
        this.runs = new RunTable(requests, writes, clock);
        this.followedRuns = new RunTable(database.readers());
        this.cases = new CaseTable(requests, writes);
        this.history = new HistoryTable(requests, writes);
        this.results = new ResultTable(database.readers());
        this.blobs = new BlobTable(requests, writes);
        this.fleet = leadership.fleet();
        this.tokens = new TokenTable(requests, writes, fleet);
        this.audit = new AuditTable(requests, writes, fleet);
        this.news = new NewsFinder(database.readers());
        this.views = new Views(database.readers(), fleet, clock);
        if (!fleet.startsWith("local-")) { // a process that ends soon leaves it to the first page
            changes.whenOver(views::prepare);
        }
        this.probe = new WriteProbe(database, fleet, leadership.epoch(), PROBED);
        this.reruns = new Reruns(runs, cases, new Inheriting(requests), fleet);
        this.leader = Leader.start(channel,
                FleetStore.of(database, leadership, new CaseTable(database, leadership), changes), settings, clock,
                watch, kept);
        this.orphanedRuns = new OrphanedRuns(new Inheriting(database), runs::discard, leadership, leader, watch);
        orphanedRuns.start();
    }

    /** Starts to lead. Closing it releases leadership; channel and database stay open for their owner. */
    public static Coordinator start(Channel channel, Database database, Leadership leadership, LeaderSettings settings,
            InstantSource clock) {
        return start(channel, database, leadership, settings, clock, kept -> {
            // no metrics
        }, Fatal.halt());
    }

    /**
     * @param kept receives what is durable now, on the bookkeeper's thread
     * @param fatal called when this coordinator can't do its work any more
     */
    public static Coordinator start(Channel channel, Database database, Leadership leadership, LeaderSettings settings,
            InstantSource clock, Consumer<List<Settlement>> kept, Fatal fatal) {
        var watch = new LoopWatch(Ticker.system(), Pause.system(), fatal, database::answersAnew);
        watch.start();
        return new Coordinator(channel, database, leadership, settings, clock, watch, kept);
    }

    /** @param then what follows the end of a run, whose results are all stored; it must not take long */
    public void whenOver(Consumer<StoredRun> then) {
        changes.whenOver(run -> followedRuns.find(run).ifPresent(then));
    }

    @Override
    public String submit(RunRequest request, Iterator<CaseDefinition> suite) throws IOException, RefusedRun {
        return submit(request, suite, null);
    }

    /** @param by who asks for it, and owns it; null for this process */
    public String submit(RunRequest request, Iterator<CaseDefinition> suite, @Nullable Requester by)
            throws IOException, RefusedRun {
        var admission = Admission.of(by);
        admission.check(request);
        refuseWhatNobodyCanRun(request.settings().needs());
        refuseUnknownCells(request.settings());
        var troubles = request.settings().about().troubles();
        if (!troubles.isEmpty()) {
            throw RefusedRun.badValue(String.join("; ", troubles));
        }
        refuseUnusablePatterns(request.settings().keeping().redact());
        admission.check(request.settings().cases().files(), blobs);
        var run = RunId.next();
        var wanted = againstOneRun(request.settings());
        try (var _ = orphanedRuns.leaveAlone(run)) {
            runs.create(run, fleet, request.agent(), wanted, null, by);
            return started(run, request, wanted, admission.over(suite, wanted));
        }
    }

    private String started(String run, RunRequest request, RunSettings wanted, Iterator<CaseDefinition> suite)
            throws IOException, RefusedRun {
        try {
            var stored = cases.store(run, request.settings().matrix().repeat(), suite);
            refuseIncomplete(request, stored.cases());
            int total = results(stored, wanted);
            history.arrange(run, stored.cases());
            var settings = quarantined(run, wanted);
            runs.start(run, total);
            leader.open(run, total, settings);
            return run;
        } catch (Admission.Unsound e) {
            runs.discard(run);
            throw RefusedRun.badValue(String.valueOf(e.getMessage()));
        } catch (LostLeadership e) {
            // the next leader has given the run up
            throw replaced(e);
        } catch (IOException | RefusedRun | RuntimeException e) {
            runs.discard(run);
            throw e;
        }
    }

    @Override
    public Optional<RunPage> follow(String run, long after, Duration wait) throws InterruptedException {
        var seen = changes.seen();
        var page = page(run, after);
        if (page.isEmpty() || !page.get().results().isEmpty() || page.get().run().state().over() || wait.isZero()) {
            return page;
        }
        changes.awaitAfter(seen, wait, GATHER);
        return page(run, after);
    }

    @Override
    public News news(String run) {
        return followedRuns.find(run).map(news::of).orElse(News.NONE);
    }

    @Override
    public StartedRun again(String name, RerunRequest what) throws RefusedRun {
        return again(name, what, null);
    }

    /** @param by who asks for it, and owns a new run; null for this process */
    public StartedRun again(String name, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        var named = reruns.find(name);
        Admission.of(by).check(named.settings());
        var run = named.id();
        if (!what.goesOn() && ask(each -> each.knows(run))) {
            throw new RefusedRun("run " + run + " is still going on; wait for its end, or cancel it");
        }
        if (!ask(each -> each.goesOn(run))) {
            awaitEnd(run);
        }
        synchronized (this) {
            var found = reruns.find(run);
            if (what == RerunRequest.REST_TO_THE_END && found.settings().policies().failFast()
                    && ask(each -> each.goesOn(run))) {
                throw new RefusedRun("run " + run + " is going on with --fail-fast; stop it with muster cancel, then "
                        + "resume it with --no-fail-fast");
            }
            return ask(each -> each.goesOn(run)) ? reruns.started(found, run, found.counts().total())
                    : open(found, what, by);
        }
    }

    private void awaitEnd(String run) throws RefusedRun {
        try {
            leader.over(run).orTimeout(STOPPED.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new RefusedRun("run " + run + " is still being stopped; try again once it is over");
        }
    }

    @Override
    public void stop(String run, Stopping how) throws RefusedRun {
        var id = underWay(run);
        storing("run " + id + " is being stopped", "the run goes on", leader.stop(id, how));
    }

    @Override
    public void pause(String run) throws RefusedRun {
        var id = underWay(run);
        storing("run " + id + " is paused", "it goes on", leader.pause(id, true));
    }

    @Override
    public void goOn(String run) throws RefusedRun {
        var id = underWay(run);
        storing("run " + id + " goes on", "it is paused again", leader.pause(id, false));
    }

    /** Returns the id of a run that the leader knows: it ignores commands for any other. */
    private String underWay(String run) throws RefusedRun {
        var id = reruns.goingOn(run).id();
        orphanedRuns.look(id);
        try {
            if (leader.knows(id).orTimeout(STORED.toMillis(), TimeUnit.MILLISECONDS).join()) {
                return id;
            }
        } catch (CompletionException e) {
            throw new StoreException("this coordinator is still taking over; try again");
        }
        throw new RefusedRun("run " + id + " is just starting or has just ended; check its state and try again");
    }

    private static void storing(String told, String otherwise, CompletableFuture<Void> stored) {
        try {
            stored.orTimeout(STORED.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new StoreException(told + ", but PostgreSQL does not answer: should this coordinator end before it "
                    + "does, " + otherwise);
        }
    }

    /** Returns the fleet's newest runs that have these labels. */
    public List<StoredRun> newest(Map<String, String> labels, int atMost) {
        return newest(ProjectScope.ALL, labels, atMost);
    }

    public List<StoredRun> newest(ProjectScope scope, Map<String, String> labels, int atMost) {
        return followedRuns.newest(fleet, scope, labels, false, 0, atMost);
    }

    /**
     * Deletes a run that is over, with its results; nobody can resume it meanwhile.
     *
     * @return how many results it had
     */
    public long delete(String run, Requester by) throws RefusedRun {
        var pruning = new Pruning(database.requests(), leadership, fleet, clock.instant());
        try {
            long results;
            synchronized (this) {
                results = pruning.remove(run, by);
            }
            synchronized (sweeping) {
                pruning.sweep();
            }
            return results;
        } catch (LostLeadership e) {
            throw replaced(e);
        }
    }

    /**
     * Deletes runs of this fleet once they are older than that, from now on.
     *
     * @param deleted called for each
     */
    public synchronized void retain(Duration age, Runnable deleted) {
        retention = new Retention(database, leadership, age, clock, watch, this, deleted);
        retention.start();
    }

    /** Prepares the days to come, from now on; a process that ends soon does not need it. */
    public synchronized void prepareDays() {
        upkeep = new Upkeep(new DaysAhead(database, clock), fleet, Ticker.system(), watch);
        upkeep.start();
    }

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all) {
        return history.newest(project, agent, after, all);
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) {
        return followedRuns.newestWhole(countedFleet(), suite, project);
    }

    /** Finds a run as {@link #find(String, ProjectScope)}, of any project. */
    public StoredRun find(String name) throws RefusedRun {
        return reruns.find(name);
    }

    /**
     * @param scope whose runs {@code last} counts
     * @throws RefusedRun when there is no run of that name, or of that beginning, or several
     */
    public StoredRun find(String name, ProjectScope scope) throws RefusedRun {
        return reruns.find(name, scope);
    }

    /** Returns a project as a client looks at it: with the runs of before while it has none of its own. */
    public ProjectScope scope(@Nullable String project) {
        return new ProjectTable(database.readers(), fleet).scope(project);
    }

    /** A fleet of one run finds those of the whole database. */
    private @Nullable String countedFleet() {
        return fleet.startsWith(StoredRun.LOCAL) ? null : fleet;
    }

    public String fleet() {
        return fleet;
    }

    /** Returns what pages show of this fleet. */
    public Views views() {
        return views;
    }

    public TokenTable tokens() {
        return tokens;
    }

    public AuditTable audit() {
        return audit;
    }

    public BlobTable blobs() {
        return blobs;
    }

    public boolean lost() {
        return leader.lost();
    }

    public FleetStatus status() {
        return ask(Leader::status);
    }

    public CompletableFuture<FleetStatus> askedStatus() {
        return leader.status();
    }

    /**
     * Whether this coordinator can accept and execute runs: it leads, its database takes writes, the broker answers,
     * and none of its threads stalls.
     */
    public Readiness readiness() {
        var stalled = watch.stalled();
        return Readiness.lacking(leader.lost() ? "leadership" : null,
                leader.keepsBooks() && probe.takesWrites() ? null : "database",
                leader.heardByBroker() ? null : "broker",
                stalled.isEmpty() ? null : "progress (" + String.join(", ", stalled) + ")");
    }

    @Override
    public void close() {
        watch.close();
        if (retention != null) {
            retention.close();
        }
        if (upkeep != null) {
            upkeep.close();
        }
        orphanedRuns.close();
        leader.close();
    }

    private StartedRun open(StoredRun run, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        refuseWhatNobodyCanRun(run.settings().needs());
        try {
            return what.goesOn() ? reopened(run, what == RerunRequest.REST_TO_THE_END) : part(run, what, by);
        } catch (LostLeadership e) {
            throw replaced(e);
        }
    }

    private StartedRun reopened(StoredRun run, boolean toTheEnd) throws RefusedRun {
        reruns.refuseWhole(run);
        reruns.goesToTheEnd(run, toTheEnd);
        var alone = orphanedRuns.leaveAlone(run.id());
        // the answer may be late; the run goes on
        var goesOn = leader.reopen(run.id()).thenRunAsync(() -> leader.goOn(reruns.rest(run)))
                .whenComplete((_, _) -> alone.close());
        try {
            goesOn.copy().orTimeout(STORED.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new StoreException(
                    "run " + run.id() + " is being resumed, which takes longer than usual; ask again");
        }
        return reruns.started(run, run.id(), run.counts().total());
    }

    private StartedRun part(StoredRun run, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        var id = RunId.next();
        try (var _ = orphanedRuns.leaveAlone(id)) {
            var started = reruns.part(id, run, what, by);
            leader.open(id, started.results(), run.settings());
            return started;
        }
    }

    private static StoreException replaced(LostLeadership e) {
        return new StoreException(e.getMessage() + "; send it again, to the one that leads");
    }

    /** Reads the run before its results, so a run that is over by then has all of them. */
    private Optional<RunPage> page(String run, long after) {
        return followedRuns.find(run).map(found -> new RunPage(found, results(found, after), waiting(found)));
    }

    /** Reads a finished run's last results from the database: cases that never ran are only there. */
    private List<StoredCase> results(StoredRun run, long after) {
        var recent = changes.recent().after(run.id(), after, PAGE);
        return recent.isPresent() && !(recent.get().isEmpty() && run.state().over())
                ? results.withAttempts(run.id(), recent.get())
                : results.after(run.id(), after, PAGE);
    }

    /** Returns what a run under way waits for. */
    public RunPage.Waiting waiting(StoredRun run) {
        return run.state().over() ? RunPage.Waiting.NOTHING : ask(each -> each.waiting(run.id()));
    }

    /** Adds to the run's settings the cases for which the quarantine is void. */
    private RunSettings quarantined(String run, RunSettings settings) {
        var entries = settings.policies().quarantine().entries();
        var failing = entries.isEmpty() ? List.<Quarantine.Exempt>of() : history.failing(run, entries);
        if (failing.isEmpty()) {
            return settings;
        }
        var judged = settings.with(new Quarantine(entries, failing));
        runs.set(run, judged);
        return judged;
    }

    /** Names the baseline by its id: what a name stands for changes. */
    private RunSettings againstOneRun(RunSettings settings) throws RefusedRun {
        var about = settings.about();
        if (about.baseline() == null || about.againstFile()) {
            return settings;
        }
        var counted = countedFleet();
        var scope = about.project() == null ? ProjectScope.ALL
                : new ProjectTable(database.requests(), counted).scope(about.project());
        var named = new RunNames(runs, counted, scope);
        try {
            return settings.with(about.against(named.find(about.baseline()).id()));
        } catch (RefusedRun e) {
            throw new RefusedRun("--baseline: " + e.getMessage());
        }
    }

    private static void refuseIncomplete(RunRequest request, int total) throws RefusedRun {
        if (total != request.cases()) {
            throw new RefusedRun("only " + total + " of " + request.cases() + " cases arrived; send the suite again");
        }
    }

    private static void refuseUnknownCells(RunSettings settings) throws RefusedRun {
        for (var cell : settings.matrix().cells()) {
            if (cell.agent() != null && !settings.targets().agents().containsKey(cell.agent())) {
                throw new RefusedRun("the run is to ask agent " + cell.agent() + ", and its settings know "
                        + String.join(", ", settings.targets().agents().keySet()));
            }
        }
    }

    private static void refuseUnusablePatterns(List<String> redact) throws RefusedRun {
        try {
            Redaction.of(redact);
        } catch (AssertionFault e) {
            throw RefusedRun.badValue("redact: " + e.getMessage());
        }
    }

    private static int results(CaseTable.Stored stored, RunSettings settings) throws RefusedRun {
        long results = stored.runs() * settings.matrix().cells().size();
        var trouble = SuiteLimits.trouble(results);
        if (trouble.isPresent()) {
            throw RefusedRun.badValue(trouble.get());
        }
        return (int) results;
    }

    private void refuseWhatNobodyCanRun(WorkerNeeds needs) throws RefusedRun {
        var unmet = needs.isNothing() ? Optional.<WorkerNeeds>empty() : ask(each -> each.unmet(needs));
        if (unmet.isPresent()) {
            throw new RefusedRun("no worker of fleet '" + fleet + "' " + unmet.get().lacking());
        }
    }

    private <T> T ask(Function<Leader, CompletableFuture<T>> question) {
        return question.apply(leader).join();
    }
}
