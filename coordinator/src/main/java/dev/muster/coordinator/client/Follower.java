package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/** Follows a run to its end, result by result, in the order of storage. */
public final class Follower {

    private static final Duration LOOK = Duration.ofMillis(200);

    private final Runs runs;
    private final CoordinatorRetry patience;
    private final AtomicReference<@Nullable Stopping> stop = new AtomicReference<>();

    public Follower(Runs runs) {
        this(runs, Ticker.system(), Pause.system());
    }

    Follower(Runs runs, Ticker ticker, Pause pause) {
        this.runs = runs;
        this.patience = new CoordinatorRetry(ticker, pause, () -> stop.get() != null);
    }

    /** Requests the run to stop at the next poll; the last request wins. Thread-safe. */
    public void stop(Stopping how) {
        stop.set(how);
    }

    /** @throws IOException when the fleet has not answered for two minutes */
    public StoredRun follow(String run, RunListener listener) throws IOException, InterruptedException {
        long after = 0;
        Stopping reported = null;
        while (true) {
            var how = stop.get();
            if (how != null && !how.equals(reported)) {
                patience.ask(() -> stopped(run, how), listener::waiting);
                reported = how;
            }
            var page = look(run, after, listener);
            if (!page.results().isEmpty()) {
                listener.results(page.results());
            }
            after = page.results().isEmpty() ? after : page.results().getLast().seq();
            listener.progress(page.run());
            listener.waits(page.waits());
            if (page.run().state().over() && page.results().isEmpty()) {
                return page.run();
            }
        }
    }

    /** Stops the run; false when it has already ended, which the next poll shows. */
    private boolean stopped(String run, Stopping how) throws IOException {
        try {
            runs.stop(run, how);
            return true;
        } catch (RefusedRun e) {
            return false;
        }
    }

    private RunPage look(String run, long after, RunListener listener) throws IOException, InterruptedException {
        return patience.ask(() -> runs.follow(run, after, LOOK)
                .orElseThrow(() -> new RefusedRequest(
                        "the coordinator does not know run " + run + " any more")),
                listener::waiting);
    }
}
