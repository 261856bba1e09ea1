package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/** Follows a run to its end, result by result, in the order of storage. */
public final class Follower {

    public interface Listener {

        void results(List<StoredCase> batch) throws IOException, InterruptedException;

        /** Called after each poll of the run, even without new results. */
        default void progress(StoredRun run) throws InterruptedException {}

        /** Called once when the coordinator has not answered for some seconds and polling continues. */
        default void waiting(String sentence) throws InterruptedException {}

        /** Called after each poll with what the run waits for. */
        default void waits(RunPage.Waiting now) throws InterruptedException {}
    }

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
    public StoredRun follow(String run, Listener listener) throws IOException, InterruptedException {
        long after = 0;
        Stopping told = null;
        while (true) {
            var how = stop.get();
            if (how != null && !how.equals(told)) {
                patience.ask(() -> stopped(run, how), listener::waiting);
                told = how;
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

    private RunPage look(String run, long after, Listener listener) throws IOException, InterruptedException {
        return patience.ask(() -> runs.follow(run, after, LOOK)
                .orElseThrow(() -> new CoordinatorRetry.RefusedRequest(
                        "the coordinator does not know run " + run + " any more")),
                listener::waiting);
    }

    /**
     * Retries an unresponsive coordinator, long enough for it to restart or for another to take over. Notifies the user
     * after a few seconds; waits less once the user wants to leave.
     *
     * @param leaving whether the user wants to leave
     */
    public record CoordinatorRetry(Ticker ticker, Pause pause, BooleanSupplier leaving) {

        @FunctionalInterface
        interface Question<T> {
            T ask() throws IOException, InterruptedException;
        }

        /** Receives the reason why there is no answer yet. */
        @FunctionalInterface
        interface Word {
            void say(String sentence) throws InterruptedException;
        }

        static final Duration LONGEST = Duration.ofMinutes(2);
        private static final Duration WHEN_LEAVING = Duration.ofSeconds(10);
        private static final Duration UNTIL_WORD = Duration.ofSeconds(5);
        private static final Duration STEP = Duration.ofMillis(200);
        private static final int MOST_STEPS = 5;
        /** @throws IOException when no answer came in time, or the answer is a final refusal */
        <T> T ask(Question<T> question, Word word) throws IOException, InterruptedException {
            long since = ticker.nanos();
            boolean told = false;
            for (int tried = 1;; tried++) {
                try {
                    return question.ask();
                } catch (RefusedRequest e) {
                    throw e;
                } catch (IOException e) {
                    var waited = Duration.ofNanos(ticker.nanos() - since);
                    if (waited.compareTo(leaving.getAsBoolean() ? WHEN_LEAVING : LONGEST) >= 0) {
                        throw new IOException(e.getMessage() + "; it was asked for " + waited.toSeconds() + " s", e);
                    }
                    if (!told && waited.compareTo(UNTIL_WORD) >= 0) {
                        word.say(e.getMessage() + "; asking it for up to " + LONGEST.toSeconds() + " s");
                        told = true;
                    }
                    pause.pause(STEP.multipliedBy(Math.min(tried, MOST_STEPS)));
                }
            }
        }

        /** A final refusal by a coordinator: retrying does not help. */
        public static final class RefusedRequest extends IOException {

            RefusedRequest(String message) {
                super(message);
            }
        }
    }
}
