package dev.muster.coordinator.store;

import module java.base;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The day's partitions of the result tables, created when the day's first run begins. */
record Partitions(Connection connection) {

    /** An arbitrary number: it keeps two processes from creating the same partition at once. */
    private static final long LOCK = 0x6d75737465727061L;

    private static final List<String> TABLES = List.of("results", "result_details");

    /** Creates a day's missing partitions, inside the transaction that needs them. */
    void ensure(LocalDate day) throws SQLException {
        if (!Database.list(connection, "SELECT to_regclass(@name) IS NOT NULL", row -> row.getBoolean(1), "name",
                name("result_details", day)).getFirst()) {
            make(day);
        }
    }

    private void make(LocalDate day) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            for (var table : TABLES) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + name(table, day) + " PARTITION OF " + table
                        + " FOR VALUES FROM ('" + day + "') TO ('" + day.plusDays(1) + "')");
            }
        }
    }

    /** Has PostgreSQL analyse those partitions of a day that it never analysed. */
    void analyseNew(LocalDate day) throws SQLException {
        for (var table : TABLES) {
            if (!Database.list(connection, "SELECT 1 FROM pg_class WHERE oid = to_regclass(@name) AND reltuples < 0",
                    row -> row.getInt(1), "name", name(table, day)).isEmpty()) {
                Database.update(connection, "ANALYZE " + name(table, day));
            }
        }
    }

    long size(LocalDate day) throws SQLException {
        long bytes = 0;
        for (var table : TABLES) {
            bytes += Database.list(connection, "SELECT coalesce(pg_total_relation_size(to_regclass(@name)), 0)",
                    row -> row.getLong(1), "name", name(table, day)).getFirst();
        }
        return bytes;
    }

    /** Drops a day with all its data; returns how many bytes it took. */
    long drop(LocalDate day) throws SQLException {
        long bytes = size(day);
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            for (var table : TABLES.reversed()) {
                statement.execute("DROP TABLE IF EXISTS " + name(table, day));
            }
        }
        return bytes;
    }

    private static String name(String table, LocalDate day) {
        return table + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    /**
     * Has PostgreSQL analyse a day's new partitions as soon as they have rows. Autovacuum would do so only after a minute,
     * when the first run of the day may be over.
     */
    static final class FirstStatistics {

        private static final Logger LOG = LoggerFactory.getLogger(FirstStatistics.class);
        private static final int ENOUGH = 1_000;

        private final Database database;
        private final Map<LocalDate, Integer> rows = new HashMap<>();
        private final Executor aside;

        /** @param aside runs the analysis where it blocks nobody */
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
                LOG.debug("the partitions of {} were not analysed: {}", day, e.getMessage());
            }
        }
    }
}
