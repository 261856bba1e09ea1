package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.StoredCases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads cases of stored runs, and passes them to the scheduler's thread. */
record CasePages(StoredCases cases, Executor schedulerThread, Executor aside) {

    static final int PAGE = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(CasePages.class);

    void ask(String run, Function<StoredCases, List<NumberedCase>> question, Consumer<List<NumberedCase>> read,
            Runnable failed) {
        aside.execute(() -> {
            try {
                var answer = question.apply(cases);
                schedulerThread.execute(() -> read.accept(answer));
            } catch (StoreException e) {
                LOG.warn("cases of run {} could not be read: {}", run, e.getMessage());
                schedulerThread.execute(failed);
            } catch (RuntimeException e) {
                LOG.error("cases of run {} could not be read", run, e);
                schedulerThread.execute(failed);
            }
        });
    }
}
