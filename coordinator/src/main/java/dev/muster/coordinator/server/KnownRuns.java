package dev.muster.coordinator.server;

import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.RunTable;

/** Finds the run that a request names, or says why this fleet can't act on it. */
record KnownRuns(RunTable runs, String fleet) {

    /** @param name a run's id, or a prefix of it */
    StoredRun find(String name) throws RefusedRun {
        var found = runs.startingWith(name);
        if (name.isEmpty() || found.isEmpty()) {
            throw new RefusedRun("there is no run " + name + "; muster runs lists them");
        }
        if (found.size() > 1) {
            throw new RefusedRun("several runs begin with " + name + ": "
                    + String.join(", ", found.stream().map(StoredRun::id).toList()));
        }
        return ours(found.getFirst());
    }

    /** Finds a run that is not over. */
    StoredRun goingOn(String name) throws RefusedRun {
        var found = find(name);
        if (found.state().over()) {
            throw new RefusedRun("run " + found.id() + " is over already: it is " + found.state().wire());
        }
        return found;
    }

    private StoredRun ours(StoredRun run) throws RefusedRun {
        if (run.fleet().equals(fleet)) {
            return run;
        }
        throw new RefusedRun("run " + run.id() + " is not of fleet '" + fleet + "' but " + (run.isLocal()
                ? "a local one; Ctrl-C ends it where it was started, and muster run --resume without --coordinator "
                        + "goes on with it"
                : "of fleet '" + run.fleet() + "'; name its coordinator with --coordinator"));
    }
}
