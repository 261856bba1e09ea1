package dev.muster.coordinator.view;

import module java.base;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/**
 * What the pages show of the runs in a database.
 *
 * @param fleet whose runs; null for all
 */
public record Views(Database database, @Nullable String fleet, InstantSource clock) {

    /** A page of runs. @param next what to ask for after it; null at the end */
    public record RunRows(List<RunRow> runs, @Nullable String next) {}

    public RunRows runs(Query query) throws RefusedRun {
        int limit = query.limit(50, 500);
        var runs = new RunTable(database).newest(fleet, About.labels(query.all("label")), false, 0, limit);
        return new RunRows(runs.stream().map(run -> RunRow.of(run, clock.instant())).toList(), null);
    }

    public RunRow run(String name) throws RefusedRun {
        return RunRow.of(find(name), clock.instant());
    }

    /** @throws RefusedRun when no run has that name, or several have that beginning */
    StoredRun find(String name) throws RefusedRun {
        return new RunNames(new RunTable(database), fleet).find(name);
    }
}
