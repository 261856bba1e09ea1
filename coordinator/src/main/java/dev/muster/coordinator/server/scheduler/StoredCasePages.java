package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.StoredCases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads pages from PostgreSQL.
 *
 * @param lead the scheduler's thread
 * @param aside runs the queries
 */
record StoredCasePages(StoredCases cases, Executor lead, Executor aside) implements CasePages {

    private static final Logger LOG = LoggerFactory.getLogger(StoredCasePages.class);
    private static final int PAGE = 1024;

    @Override
    public void first(String run, Consumer<List<NumberedCase>> read, Runnable failed) {
        ask(run, () -> cases.first(run), read, failed);
    }

    @Override
    public void from(String run, int number, boolean unfinished, Consumer<List<NumberedCase>> read,
            Runnable failed) {
        ask(run, () -> unfinished ? cases.rest(run, number, PAGE) : cases.page(run, number, PAGE), read, failed);
    }

    @Override
    public void unfinished(String run, Collection<Integer> numbers, Consumer<List<NumberedCase>> read,
            Runnable failed) {
        ask(run, () -> cases.unfinished(run, numbers), read, failed);
    }

    private void ask(String run, Supplier<List<NumberedCase>> question, Consumer<List<NumberedCase>> read,
            Runnable failed) {
        aside.execute(() -> {
            try {
                var answer = question.get();
                lead.execute(() -> read.accept(answer));
            } catch (StoreException e) {
                LOG.warn("cases of run {} could not be read: {}", run, e.getMessage());
                lead.execute(failed);
            } catch (RuntimeException e) {
                LOG.error("cases of run {} could not be read", run, e);
                lead.execute(failed);
            }
        });
    }
}
