package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;

/** A run that a client has submitted and follows over HTTP, whatever happens to the coordinator. */
final class FireRun implements RunListener, AutoCloseable {

    private final RemoteRuns runs;
    private final String id;
    private final AtomicReference<Duration> standstill = new AtomicReference<>(Duration.ZERO);
    private final AtomicInteger seen = new AtomicInteger();
    private final CompletableFuture<StoredRun> ended = new CompletableFuture<>();
    private final Thread following;

    private FireRun(RemoteRuns runs, String id) {
        this.runs = runs;
        this.id = id;
        this.following = Thread.ofPlatform().daemon().name("following " + id).start(this::follow);
    }

    static FireRun submit(URI coordinator, Path project) throws Exception {
        var runs = new RemoteRuns(Coordinators.at(coordinator), FireFleet.ADMIN);
        var wanted = RunOptions.of(List.of("suite.jsonl"));
        try (var suite = Suite.read(wanted, project, true); var cases = suite.spool().read()) {
            return new FireRun(runs, runs.submit(suite.request(new CaseFiles.None()), cases));
        }
    }

    /** Follows a run that another client has submitted. */
    static FireRun follow(URI coordinator, String run) {
        return new FireRun(new RemoteRuns(Coordinators.at(coordinator), FireFleet.ADMIN), run);
    }

    RemoteRuns runs() {
        return runs;
    }

    String id() {
        return id;
    }

    /** Returns the number of results received so far, including repeated ones. */
    int seen() {
        return seen.get();
    }

    boolean isOver() {
        return ended.isDone();
    }

    void awaitSeen(int results, Duration atMost) throws InterruptedException {
        until("the client has " + results + " results of run " + id, atMost, () -> seen() >= results || isOver());
    }

    /** @throws TimeoutException when the run has not ended, or its client has not learned of it */
    StoredRun awaitEnd(Duration atMost) throws InterruptedException, ExecutionException, TimeoutException {
        return ended.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stops receiving for this long, from the next results on. */
    void standStill(Duration time) {
        standstill.set(time);
    }

    @Override
    public void results(List<StoredCase> batch) throws InterruptedException {
        seen.addAndGet(batch.size());
        Wait.pass(standstill.getAndSet(Duration.ZERO));
    }

    @Override
    public void progress(StoredRun run) {
        // results tell
    }

    @Override
    public void close() {
        following.interrupt();
        runs.close();
    }

    private void follow() {
        try {
            ended.complete(new Follower(runs).follow(id, this));
        } catch (Exception e) {
            // reported by awaitEnd
            ended.completeExceptionally(e);
        }
    }
}
