package dev.muster.coordinator.store;

import module java.base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has PostgreSQL analyse a day's new partitions as soon as they have rows. Autovacuum would do so only after a minute,
 * when the first run of the day may be over.
 */
final class FirstStatistics {

    private static final Logger LOG = LoggerFactory.getLogger(FirstStatistics.class);
    private static final int ENOUGH = 1_000;

    private final Database database;
    private final Map<LocalDate, Integer> rows = new HashMap<>();
    private final Executor aside;

    /** @param aside runs the analysis where it blocks no other statement */
    FirstStatistics(Database database, Executor aside) {
        this.database = database;
        this.aside = aside;
    }

    /** Counts added rows. Called on one thread. */
    void added(LocalDate day, int more) {
        int before = rows.merge(day, more, Integer::sum) - more;
        if (before < ENOUGH && before + more >= ENOUGH) {
            aside.execute(() -> analyse(day));
        }
    }

    private void analyse(LocalDate day) {
        try {
            database.connected(connection -> {
                new Partitions(connection).analyseNew(day);
                return day;
            });
        } catch (StoreException e) {
            // PostgreSQL does it later on its own
            LOG.debug("the partitions of {} were not analyzed: {}", day, e.getMessage());
        }
    }
}
