package dev.muster.deploy.session;

import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.session.Exit.BadInput;

/** Finds the stored run that a user means. */
public final class StoredRuns {

    private StoredRuns() {}

    /** @param name a run's id or a prefix of it; empty for the newest */
    public static StoredRun find(String name, RunTable runs) throws BadInput {
        var whole = runs.find(name);
        if (whole.isPresent()) {
            return whole.get();
        }
        var found = name.isEmpty() ? runs.newest(1) : runs.startingWith(name);
        if (found.isEmpty()) {
            throw new BadInput(name.isEmpty() ? "there is no run yet; muster demo makes one"
                    : "there is no run " + name + "; muster runs lists them");
        }
        if (found.size() > 1) {
            throw new BadInput("several runs begin with " + name + ": "
                    + String.join(", ", found.stream().map(StoredRun::id).toList()));
        }
        return found.getFirst();
    }
}
