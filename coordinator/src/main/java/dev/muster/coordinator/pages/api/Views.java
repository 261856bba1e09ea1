package dev.muster.coordinator.pages.api;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.muster.common.json.Json;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.RunFilter;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the pages show of the runs in a database. */
public final class Views {

    private static final List<String> STATES = Stream.concat(Stream.of(RunState.values()).map(RunState::wire),
            Stream.of("paused")).toList();

    /** How long a page waits for what may come later. */
    private static final Duration MOMENT = Duration.ofMillis(100);

    /** How long a page waits for many such things together, or for those of a small run. */
    private static final Duration LATER = Duration.ofSeconds(2);
    private static final int SMALL = 20_000;

    private final Background background = new Background();
    private final FailureIndex index;
    private final RunFigures figures;
    private final ComparePage comparisons;
    private final Database database;
    private final @Nullable String fleet;
    private final ProjectScope scope;
    private final InstantSource clock;

    /** @param fleet whose runs; null for all */
    public Views(Database database, @Nullable String fleet, InstantSource clock) {
        this(database, fleet, ProjectScope.ALL, clock);
    }

    /**
     * @param fleet whose runs; null for all
     * @param scope whose runs, where a page names no project
     */
    public Views(Database database, @Nullable String fleet, ProjectScope scope, InstantSource clock) {
        this.database = database;
        this.fleet = fleet;
        this.scope = scope;
        this.clock = clock;
        this.index = new FailureIndex(database);
        this.figures = new RunFigures(database);
        this.comparisons = new ComparePage(database);
    }

    /** @param waiting what a run waits for */
    public LiveRuns live(Function<StoredRun, Waiting> waiting) {
        return new LiveRuns(database, fleet, scope, waiting, Ticker.system());
    }

    /**
     * A page of runs.
     *
     * @param next what to ask for after it; null at the end
     */
    public record RunRows(@JsonInclude List<RunRow> runs, @Nullable String next) {}

    public RunRows runs(Query query) throws RefusedRun {
        int limit = query.limit(50, 500);
        var after = query.after(parts -> new RunTable.Place(Query.moment(parts.get(0)), parts.get(1)));
        var found = new RunTable(database).page(new RunFilter(fleet, query.text("suite"), query.text("agent"),
                query.oneOf("state", STATES), About.labels(query.all("label")), query.text("q"), query.scope(scope)),
                after,
                limit + 1);
        var shown = found.subList(0, Math.min(limit, found.size()));
        return new RunRows(shown.stream().map(RunRow::of).toList(), found.size() <= limit
                ? null : Query.next(String.valueOf(shown.getLast().createdAt()), shown.getLast().id()));
    }

    /**
     * Returns a run; the figures of a large one may follow.
     *
     * @param waiting what a run waits for
     */
    public ObjectNode run(String name, Function<StoredRun, Waiting> waiting) throws RefusedRun {
        var run = find(name);
        var json = Json.MAPPER.<ObjectNode>valueToTree(RunRow.of(run));
        var waits = LiveRuns.waitingLines(run.state().over() ? Waiting.NOTHING : waiting.apply(run));
        if (!waits.isEmpty()) {
            json.put("waiting", String.join("; ", waits));
        }
        var instructions = run.settings().instructions();
        if (!instructions.isEmpty()) {
            instructions.forEach(json.putObject("instructions")::put);
        }
        json.put("seed", run.settings().about().seed());
        var reruns = database.connected(connection -> Overlay.reruns(connection, run.id()));
        if (!reruns.isEmpty()) {
            reruns.forEach(json.putArray("reruns")::add);
        }
        boolean indexed = indexed(run);
        var figures = figures(run, moment(run));
        figures.ifPresent(known -> {
            json.setAll(known);
            rate(known).ifPresent(rate -> json.put("pass_rate", rate));
        });
        json.remove("cases_hash");
        return json.put("groups_complete", indexed).put("figures_complete", figures.isPresent());
    }

    /** Returns the pass rate of all cells together, by the same rule as each cell's. */
    private static OptionalDouble rate(ObjectNode figures) {
        double of = 0;
        double passed = 0;
        for (var cell : figures.path("cells")) {
            of += cell.path("in_rates").asLong();
            passed += cell.path("in_rates").asLong() * cell.path("pass_rate").asDouble(0);
        }
        return of == 0 ? OptionalDouble.empty() : OptionalDouble.of(passed / of);
    }

    /** Returns a page of the cases that have a result which fits. */
    public Object cases(String name, Query query) throws RefusedRun {
        var run = find(name);
        var filter = Filter.of(query, run);
        int limit = query.limit(100, 1000);
        indexed(run);
        var reply = filter.reply();
        if (reply != null) {
            var after = query.after(ReplyScan.Place::of);
            return RunResults.read(database, run,
                    results -> new ReplyScan(new CaseList(results, filter, "number"), reply).page(after,
                            limit));
        }
        var sort = CaseList.sort(query);
        var after = query.after(parts -> CaseList.Place.of(parts, sort));
        return RunResults.read(database, run, results -> new CaseList(results, filter, sort).page(after, limit));
    }

    public CaseList.Counted count(String name, Query query) throws RefusedRun {
        var run = find(name);
        var filter = Filter.of(query, run);
        indexed(run);
        return RunResults.read(database, run, results -> new CaseList(results, filter, "number").count());
    }

    public FailureList.Groups groups(String name, Query query) throws RefusedRun {
        var run = find(name);
        var filter = Filter.of(query, run);
        indexed(run);
        return RunResults.read(database, run,
                results -> new FailureList(new CaseList(results, filter, "number")).groups())
                .readable(database, run.id());
    }

    public JsonNode times(String name, Query query) throws RefusedRun {
        var run = find(name);
        var filter = Filter.of(query, run);
        indexed(run);
        return RunResults.read(database, run, results -> new RunTimes(results, filter).times());
    }

    /** @throws RefusedRun when there is no such case */
    public ObjectNode testCase(String name, String number, Query query) throws RefusedRun {
        var whole = Objects.requireNonNull(new Query(Map.of("number", List.of(number))).whole("number"));
        return new CasePage(database, find(name)).of(whole, query);
    }

    /** Returns what is there at once; the news of a run that was never opened may follow. */
    public Object home(Query query) {
        long end = System.nanoTime() + MOMENT.toNanos() / 2;
        return new HomePage(database, fleet, query.scope(scope)).of(
                run -> figures(run, Duration.ofNanos(Math.max(0, end - System.nanoTime()))));
    }

    /** Makes what pages need of a run that is over, in the background. */
    public void prepare(String run) {
        var _ = background.begin("prepare " + run, () -> {
            new RunTable(database).find(run).ifPresent(found -> {
                index.bringUpToDate(found);
                var _ = figures.read(found, figures.stamp(found));
            });
            return true;
        });
    }

    public Object history(Query query) throws RefusedRun {
        return new HistoryPage(database, fleet, query.scope(scope)).of(query, soon());
    }

    /** Indexes runs as long as a page waits. */
    private Consumer<StoredRun> soon() {
        long end = System.nanoTime() + LATER.toNanos();
        return run -> {
            if (System.nanoTime() < end) {
                indexed(run);
            }
        };
    }

    public Object compare(Query query) throws RefusedRun {
        return comparisons.of(names(query), query);
    }

    public Object compareCases(Query query) throws RefusedRun {
        return comparisons.cases(names(query), query);
    }

    /** Returns the figures of the newest runs, and how many take longer to read: those can be had later. */
    public Object trends(Query query) throws RefusedRun {
        var runs = new RunTable(database)
                .page(new RunFilter(fleet, query.text("suite"), query.text("agent"), null,
                        About.labels(query.all("label")), null, query.scope(scope)), null, query.limit(100, 500));
        var page = new TrendPage(query.text("agent"));
        long end = System.nanoTime() + LATER.toNanos();
        for (var run : runs.reversed()) {
            if (run.state().over() && run.parent() == null) {
                figures(run, Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                        .ifPresentOrElse(found -> page.add(run, found), page::addLater);
            }
        }
        return page.page();
    }

    /** Returns the flakiest cases, with the quarantine of the newest run. */
    public Object flaky(Query query) throws RefusedRun {
        var today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        var newest = new RunTable(database).newest(fleet, query.scope(scope), Map.of(), true, 0, 1).stream().flatMap(
                run -> run.settings().policies().quarantine().entries().stream()).filter(each -> each.holdsOn(today))
                .toList();
        return new FlakyPage(database, soon()).of(
                new HistoryTable(database).flakiest(query.scope(scope), query.text("agent"), query.limit(100, 1000)),
                newest);
    }

    /** Whether what did not pass in a run and its re-runs is indexed by now. */
    private boolean indexed(StoredRun run) {
        var runs = new RunTable(database);
        return Stream
                .concat(Stream.of(run), database.connected(connection -> Overlay.reruns(connection, run.id())).stream()
                        .flatMap(each -> runs.find(each).stream()))
                .allMatch(this::indexedAlone);
    }

    private boolean indexedAlone(StoredRun run) {
        return (index.seq(run.id()) >= run.lastSeq() && run.lastSeq() > 0)
                || background.within(moment(run), "index " + run.id(), () -> {
                    index.bringUpToDate(run);
                    return true;
                }).isPresent();
    }

    private static Duration moment(StoredRun run) {
        return run.counts().total() <= SMALL ? LATER : MOMENT;
    }

    /** Empty when they take longer than that; then they are there later. */
    private Optional<ObjectNode> figures(StoredRun run, Duration atMost) {
        var stamp = figures.stamp(run);
        return figures.kept(run, stamp).or(() -> background.within(atMost, "figures " + run.id(),
                () -> figures.read(run, stamp))).map(ObjectNode::deepCopy);
    }

    private RunNames names(Query query) {
        return new RunNames(new RunTable(database), fleet, query.scope(scope));
    }

    /** Returns the project whose runs are shown where a page names none; null for all. */
    public @Nullable String project() {
        return scope.project();
    }

    /** @throws RefusedRun when no run has that name, or several have that beginning */
    StoredRun find(String name) throws RefusedRun {
        return new RunNames(new RunTable(database), fleet, scope).find(name);
    }
}
