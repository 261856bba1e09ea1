package dev.muster.coordinator.view;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/** What the pages show of the runs in a database. */
public final class Views {

    private static final List<String> STATES = Stream.concat(Stream.of(RunState.values()).map(RunState::wire),
            Stream.of("paused")).toList();

    private final Database database;
    private final @Nullable String fleet;
    private final InstantSource clock;

    /** @param fleet whose runs; null for all */
    public Views(Database database, @Nullable String fleet, InstantSource clock) {
        this.database = database;
        this.fleet = fleet;
        this.clock = clock;
    }

    /** @param waiting what a run waits for */
    public LiveRuns live(Function<StoredRun, Waiting> waiting) {
        return new LiveRuns(database, fleet, clock, waiting, Ticker.system());
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

    public RunRow run(String name) throws RefusedRun {
        return RunRow.of(find(name), clock.instant());
    }

    /** @throws RefusedRun when no run has that name, or several have that beginning */
    StoredRun find(String name) throws RefusedRun {
        return new RunNames(new RunTable(database), fleet).find(name);
    }
}
