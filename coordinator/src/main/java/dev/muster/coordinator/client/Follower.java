package dev.muster.coordinator.client;

import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Follows a run to its end, result by result, in the order in which they were stored. */
public final class Follower {

    /** Hears of the run as it goes. */
    public interface Listener {

        void results(List<StoredCase> batch) throws IOException, InterruptedException;

        /** Told after each look at the run, also when it brought no result. */
        void progress(StoredRun run) throws InterruptedException;
    }

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int TRIES = 10;

    private final Runs runs;
    private final AtomicReference<@Nullable String> stop = new AtomicReference<>();

    public Follower(Runs runs) {
        this.runs = runs;
    }

    /** Asks for the run to be stopped at the next look: nothing more is handed out. From any thread. */
    public void stop(String reason) {
        stop.compareAndSet(null, reason);
    }

    /**
     * Follows to the end.
     *
     * @return the run as it ended
     * @throws IOException when the fleet does not answer any more
     */
    public StoredRun follow(String run, Listener listener) throws IOException, InterruptedException {
        long after = 0;
        boolean stopped = false;
        while (true) {
            var reason = stop.get();
            if (!stopped && reason != null) {
                runs.stop(run, reason, Duration.ofSeconds(5));
                stopped = true;
            }
            var page = look(run, after);
            if (!page.results().isEmpty()) {
                listener.results(page.results());
            }
            after = page.results().isEmpty() ? after : page.results().getLast().seq();
            listener.progress(page.run());
            if (page.run().state().over() && page.results().isEmpty()) {
                return page.run();
            }
        }
    }

    /** A coordinator that does not answer for a moment is asked again. */
    private RunPage look(String run, long after) throws IOException, InterruptedException {
        for (int tried = 1;; tried++) {
            try {
                return runs.follow(run, after, LOOK)
                        .orElseThrow(() -> new IOException("the coordinator does not know run " + run + " any more"));
            } catch (IOException e) {
                if (tried == TRIES) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(200L * tried);
            }
        }
    }
}
