package dev.muster.coordinator.server;

import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stop;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Inheriting;
import dev.muster.coordinator.store.OpenRun;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/**
 * Finds the run that a request names, or says why this fleet can't act on it, and prepares stored cases to run again:
 * the rest of their run, or a part of it as a new run.
 */
record Reruns(RunTable runs, CaseTable cases, Inheriting open, String fleet) {

    /**
     * Turns off fail-fast on request, and for a run that its first failure stopped: the next failure would stop it
     * again, and the rest would stay unseen.
     */
    void goesToTheEnd(StoredRun run, boolean requested) {
        if (requested || (run.stopReason() != null && run.stopReason().startsWith(Stop.FAIL_FAST))) {
            runs.set(run.id(), run.settings().toTheEnd());
        }
    }

    /** Returns what is left of a reopened run; its limits count from now on. */
    OpenRun rest(StoredRun run) {
        return open.run(run.id()).orElseThrow().anew();
    }

    /** Creates a new run with the settings of the run that its cases come from. */
    StartedRun part(String run, StoredRun of, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        runs.create(run, of.fleet(), of.agent(), of.settings().with(of.settings().about().ofAnother()), of.id(), by);
        int total = cases.copy(of.id(), run, what == RerunRequest.ERRORS ? "error" : "failed");
        if (total == 0) {
            runs.discard(run);
            throw new RefusedRun("no case of run " + of.id() + (what == RerunRequest.ERRORS ? " ended in an error"
                    : " failed") + "; there is nothing to run again");
        }
        runs.start(run, total);
        return started(of, run, total);
    }

    StartedRun started(StoredRun like, String run, int cases) {
        var settings = like.settings();
        return new StartedRun(run, like.agent(), cases, this.cases.hasConversations(run),
                run.equals(like.id()) ? settings : settings.with(settings.about().ofAnother()));
    }

    /** Refuses a run that has all its results: nothing is left to run. */
    void refuseWhole(StoredRun run) throws RefusedRun {
        var counts = run.counts();
        if (counts.total() == 0) {
            throw new RefusedRun("the cases of run " + run.id() + " never arrived; run its suite again");
        }
        if (counts.done() - counts.cancelled() == counts.total()) {
            throw new RefusedRun("every case of run " + run.id() + " has its result; --retry-errors and --rerun-failed "
                    + "run a part of them again");
        }
    }

    /** @param name see {@link RunNames} */
    StoredRun find(String name) throws RefusedRun {
        return find(name, ProjectScope.ALL);
    }

    StoredRun find(String name, ProjectScope scope) throws RefusedRun {
        return ours(new RunNames(runs, fleet, scope).find(name));
    }

    StoredRun goingOn(String name) throws RefusedRun {
        var found = find(name);
        if (found.state().over()) {
            throw new RefusedRun("run " + found.id() + " is over already: it is " + found.state().wire());
        }
        if (found.state() == RunState.PREPARING) {
            throw new RefusedRun(
                    "the cases of run " + found.id() + " are still arriving; stop the command that submits "
                            + "them, or try again once the run has started");
        }
        return found;
    }

    private StoredRun ours(StoredRun run) throws RefusedRun {
        if (run.fleet().equals(fleet)) {
            return run;
        }
        throw new RefusedRun("run " + run.id() + " is not of fleet '" + fleet + "' but " + (run.isLocal()
                ? "a local one; Ctrl-C ends it where it was started, and muster run --resume without --coordinator "
                        + "continues it"
                : "of fleet '" + run.fleet() + "'; name its coordinator with --coordinator"));
    }
}
