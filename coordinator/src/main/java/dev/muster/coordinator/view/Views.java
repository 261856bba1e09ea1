package dev.muster.coordinator.view;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Overlay;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the pages show of the runs in a database. */
public final class Views {

    private static final List<String> STATES = Stream.concat(Stream.of(RunState.values()).map(RunState::wire),
            Stream.of("paused")).toList();

    /** How long a page waits for what may come later. */
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final Background background = new Background();
    private final FailureIndex index;
    private final RunFigures figures;
    private final Database database;
    private final @Nullable String fleet;
    private final InstantSource clock;

    /** @param fleet whose runs; null for all */
    public Views(Database database, @Nullable String fleet, InstantSource clock) {
        this.database = database;
        this.fleet = fleet;
        this.clock = clock;
        this.index = new FailureIndex(database);
        this.figures = new RunFigures(database);
    }

    /** A page of runs. @param next what to ask for after it; null at the end */
    public record RunRows(List<RunRow> runs, @Nullable String next) {}

    public RunRows runs(Query query) throws RefusedRun {
        int limit = query.limit(50, 500);
        var after = query.after(parts -> new RunTable.Place(Instant.parse(parts.get(0)), parts.get(1)));
        var found = new RunTable(database).page(new RunTable.Wanted(fleet, query.text("suite"), query.text("agent"),
                query.oneOf("state", STATES), About.labels(query.all("label")), query.text("q")), after, limit + 1);
        var shown = found.subList(0, Math.min(limit, found.size()));
        return new RunRows(shown.stream().map(run -> RunRow.of(run, clock.instant())).toList(), found.size() <= limit
                ? null : Query.next(String.valueOf(shown.getLast().createdAt()), shown.getLast().id()));
    }

    /** Returns a run; the figures of a large one may follow. */
    public ObjectNode run(String name) throws RefusedRun {
        var run = find(name);
        var json = Json.MAPPER.<ObjectNode>valueToTree(RunRow.of(run, clock.instant()));
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
        var figures = figures(run, MOMENT);
        figures.ifPresent(json::setAll);
        json.remove("cases_hash");
        return json.put("groups_complete", indexed).put("figures_complete", figures.isPresent());
    }

    /** Returns a page of the cases that have a result which fits. */
    public Object cases(String name, Query query) throws RefusedRun {
        var run = find(name);
        var filter = Filter.of(query, run);
        int limit = query.limit(100, 1000);
        indexed(run);
        if (filter.reply() != null) {
            var after = query.after(ReplyScan.Place::of);
            return RunResults.read(database, run, results -> new ReplyScan(new CaseList(results, filter, "number"), filter.reply()).page(after, limit));
        }
        var after = query.after(CaseList.Place::of);
        var sort = CaseList.sort(query);
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
                .told(database, run.id());
    }

    /** @throws RefusedRun when there is no such case */
    public ObjectNode testCase(String name, String number, Query query) throws RefusedRun {
        var whole = Objects.requireNonNull(new Query(Map.of("number", List.of(number))).whole("number"));
        return new CasePage(database, find(name)).of(whole, query);
    }

    /** Whether what did not pass in a run is indexed by now. */
    private boolean indexed(StoredRun run) {
        return index.seq(run.id()) >= run.lastSeq() && run.lastSeq() > 0
                || background.within(MOMENT, "index " + run.id(), () -> {
                    index.bringUpToDate(run);
                    return true;
                }).isPresent();
    }

    /** Empty when they take longer than that; then they are there later. */
    private Optional<ObjectNode> figures(StoredRun run, Duration atMost) {
        var stamp = figures.stamp(run);
        return figures.kept(run, stamp).or(() -> background.within(atMost, "figures " + run.id(),
                () -> figures.read(run, stamp))).map(ObjectNode::deepCopy);
    }

    /** @throws RefusedRun when no run has that name, or several have that beginning */
    StoredRun find(String name) throws RefusedRun {
        return new RunNames(new RunTable(database), fleet).find(name);
    }
}
