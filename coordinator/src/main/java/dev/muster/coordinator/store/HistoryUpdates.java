package dev.muster.coordinator.store;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the history of cases up to date, one run after another, where it holds up nobody. */
final class HistoryUpdates implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryUpdates.class);
    private static final long LONGEST_END_SECONDS = 10;

    private final HistoryTable history;
    private final ExecutorService one = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("history").factory());

    HistoryUpdates(HistoryTable history) {
        this.history = history;
    }

    /** What else holds up nobody, after what is under way. */
    @Override
    public void execute(Runnable work) {
        one.execute(work);
    }

    /** Its results are all stored. */
    void from(String run) {
        execute(() -> {
            try {
                history.learn(run);
            } catch (StoreException e) {
                // the order in which cases begin is no reason to fail
                LOG.info("nothing was learned from run {}: {}", run, e.getMessage());
            }
        });
    }

    /** Waits for what is under way, but not for long: nothing depends on it. */
    @Override
    public void close() {
        one.shutdown();
        try {
            if (!one.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                one.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
