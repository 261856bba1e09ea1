package dev.muster.coordinator.store;

import module java.base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Updates the history of cases in the background, one run after another. */
final class HistoryUpdates implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryUpdates.class);
    private static final long LONGEST_END_SECONDS = 10;

    private final HistoryTable history;
    private final ExecutorService one = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("history").factory());

    HistoryUpdates(HistoryTable history) {
        this.history = history;
    }

    @Override
    public void execute(Runnable work) {
        one.execute(work);
    }

    /** Learns from a run whose results are all stored. */
    void from(String run) {
        execute(() -> {
            try {
                history.learn(run);
            } catch (StoreException e) {
                // a missing order of cases is no reason to fail
                LOG.info("nothing was learned from run {}: {}", run, e.getMessage());
            }
        });
    }

    /** Waits briefly for what is running: nothing depends on it. */
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
