package dev.muster.coordinator.server;

import module java.base;
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
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunRequest;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
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
import dev.muster.coordinator.store.ProjectTable;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.Settlement;
import dev.muster.coordinator.store.TokenTable;
import dev.muster.coordinator.store.WriteProbe;
import org.jspecify.annotations.Nullable;

/** Leads one fleet: accepts runs, executes them, and reports their progress. */
public final class Coordinator implements Runs, AutoCloseable {

    private static final int PAGE = 500;
    /** How long results gather for a follower who has all others: a request for each costs more than a case. */
    private static final Duration GATHER = Duration.ofMillis(100);
    private static final Duration PROBED = Duration.ofSeconds(2);

    private final HistoryTable history;
    private final RunTable followedRuns;
    private final ResultTable results;
    private final BlobTable blobs;
    private final TokenTable tokens;
    private final AuditTable audit;
    private final Changes changes = new Changes();
    private final Views views;
    private final Reruns reruns;
    private final RunAdmission admission;
    private final RunControl control;
    private final NewsFinder news;
    private final Leader leader;
    private final String fleet;
    private final WriteProbe probe;
    private final LoopWatch watch;
    private final OrphanedRuns orphanedRuns;
    private final Database database;
    private final InstantSource clock;
    private final Leadership leadership;
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
        var runs = new RunTable(requests, writes, clock);
        this.followedRuns = new RunTable(database.readers());
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
        this.reruns = new Reruns(runs, new CaseTable(requests, writes), new Inheriting(requests), fleet);
        this.leader = Leader.start(channel,
                FleetStore.of(database, leadership, new CaseTable(database, leadership), changes), settings, clock,
                watch, kept);
        this.orphanedRuns = new OrphanedRuns(new Inheriting(database), runs::discard, leadership, leader, watch);
        this.admission = new RunAdmission(database, writes, fleet, clock, leader, orphanedRuns);
        this.control = new RunControl(database, leadership, clock, leader, orphanedRuns, reruns, admission);
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
        return admission.submit(request, suite, by);
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
    public StartedRun rerun(String name, RerunRequest what) throws RefusedRun {
        return rerun(name, what, null);
    }

    /** @param by who asks for it, and owns a new run; null for this process */
    public StartedRun rerun(String name, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        return control.rerun(name, what, by);
    }

    @Override
    public void stop(String run, Stopping how) throws RefusedRun {
        control.stop(run, how);
    }

    @Override
    public void pause(String run) throws RefusedRun {
        control.pause(run);
    }

    @Override
    public void continueRun(String run) throws RefusedRun {
        control.continueRun(run);
    }

    /**
     * Deletes a run that is over, with its results; it cannot be resumed meanwhile.
     *
     * @return how many results it had
     */
    public long delete(String run, Requester by) throws RefusedRun {
        return control.delete(run, by);
    }

    /** Returns the fleet's newest runs that have these labels. */
    public List<StoredRun> newest(Map<String, String> labels, int atMost) {
        return newest(ProjectScope.ALL, labels, atMost);
    }

    public List<StoredRun> newest(ProjectScope scope, Map<String, String> labels, int atMost) {
        return followedRuns.newest(fleet, scope, labels, false, 0, atMost);
    }

    /**
     * Deletes runs of this fleet once they are older than that, from now on.
     *
     * @param deleted called for each
     */
    public synchronized void retain(Duration age, Runnable deleted) {
        retention = new Retention(database, leadership, age, clock, watch, control, deleted);
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
        return followedRuns.newestWhole(admission.countedFleet(), suite, project);
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

    public CompletableFuture<FleetStatus> requestedStatus() {
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
                leader.reachesBroker() ? null : "broker",
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

    private <T> T ask(Function<Leader, CompletableFuture<T>> question) {
        return question.apply(leader).join();
    }
}
