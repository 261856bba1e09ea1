package dev.muster.coordinator.server;

import module java.base;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunId;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.scheduler.Leader;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.LostLeadership;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Acts on stored runs: resumes, reruns, stops, pauses and deletes them. */
final class RunControl {

    /** How long a request to stop a run waits until the stop is stored. */
    private static final Duration STORED = Duration.ofSeconds(10);
    /** How long a request to resume a run that is being stopped waits for that run to end. */
    private static final Duration STOPPED = Duration.ofSeconds(20);

    private final Database database;
    private final Leadership leadership;
    private final InstantSource clock;
    private final Leader leader;
    private final OrphanedRuns orphanedRuns;
    private final Reruns reruns;
    private final RunAdmission admission;
    /** Rows of deleted runs are deleted by one request at a time, however long that takes. */
    private final Object sweeping = new Object();

    RunControl(Database database, Leadership leadership, InstantSource clock, Leader leader, OrphanedRuns orphanedRuns,
            Reruns reruns, RunAdmission admission) {
        this.database = database;
        this.leadership = leadership;
        this.clock = clock;
        this.leader = leader;
        this.orphanedRuns = orphanedRuns;
        this.reruns = reruns;
        this.admission = admission;
    }

    /** @param by who asks for it, and owns a new run; null for this process */
    StartedRun rerun(String name, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        var named = reruns.find(name);
        Admission.of(by).check(named.settings());
        var run = named.id();
        if (!what.goesOn() && ask(each -> each.knows(run))) {
            throw new RefusedRun("run " + run + " is still running; wait until it finishes, or cancel it");
        }
        if (!ask(each -> each.goesOn(run))) {
            awaitEnd(run);
        }
        synchronized (this) {
            var found = reruns.find(run);
            if (what == RerunRequest.REST_TO_THE_END && found.settings().policies().failFast()
                    && ask(each -> each.goesOn(run))) {
                throw new RefusedRun("run " + run + " is running with --fail-fast; stop it with muster cancel, then "
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

    void stop(String run, Stopping how) throws RefusedRun {
        var id = activeRun(run);
        storing("run " + id + " is being stopped", "the run continues", leader.stop(id, how));
    }

    void pause(String run) throws RefusedRun {
        var id = activeRun(run);
        storing("run " + id + " is paused", "it continues", leader.pause(id, true));
    }

    void continueRun(String run) throws RefusedRun {
        var id = activeRun(run);
        storing("run " + id + " continues", "it is paused again", leader.pause(id, false));
    }

    /** Returns the id of a run that the leader knows: it ignores commands for any other. */
    private String activeRun(String run) throws RefusedRun {
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

    private static void storing(String done, String otherwise, CompletableFuture<Void> stored) {
        try {
            stored.orTimeout(STORED.toMillis(), TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new StoreException(done + ", but PostgreSQL does not answer: should this coordinator end before it "
                    + "does, " + otherwise);
        }
    }

    /**
     * Deletes a run that is over, with its results; it cannot be resumed meanwhile.
     *
     * @return how many results it had
     */
    long delete(String run, Requester by) throws RefusedRun {
        var pruning = new Pruning(database.requests(), leadership, leadership.fleet(), clock.instant());
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
            throw RunAdmission.replaced(e);
        }
    }

    private StartedRun open(StoredRun run, RerunRequest what, @Nullable Requester by) throws RefusedRun {
        admission.refuseUnmetNeeds(run.settings().needs());
        try {
            return what.goesOn() ? reopened(run, what == RerunRequest.REST_TO_THE_END) : part(run, what, by);
        } catch (LostLeadership e) {
            throw RunAdmission.replaced(e);
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
                    "run " + run.id() + " is being resumed, which takes longer than usual; try again");
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

    private boolean ask(Function<Leader, CompletableFuture<Boolean>> question) {
        return question.apply(leader).join();
    }
}
