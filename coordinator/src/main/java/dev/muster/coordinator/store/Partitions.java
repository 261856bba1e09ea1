package dev.muster.coordinator.store;

import module java.base;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The days' partitions of the result tables. A coordinator makes them some days ahead ({@link DaysAhead}); what is missing
 * is made when the day's first run begins.
 */
final class Partitions {

    /** An arbitrary number: it keeps two processes from creating the same partition at once. */
    private static final long LOCK = 0x6d75737465727061L;

    private static final List<String> TABLES = List.of("results", "result_details", "detail_blocks");
    private final Connection connection;

    Partitions(Connection connection) {
        this.connection = connection;
    }

    /** Creates a day's missing partitions, inside the transaction that needs them. */
    void ensure(LocalDate day) throws SQLException {
        if (isMissing("detail_blocks", day)) {
            make(day);
        }
    }

    private boolean isMissing(String table, LocalDate day) throws SQLException {
        return Database.list(connection, "SELECT to_regclass(@name) IS NULL", row -> row.getBoolean(1), "name",
                name(table, day)).getFirst();
    }

    /**
     * Attaches tables of their own: {@code CREATE TABLE … PARTITION OF} waits for every transaction that read the parent,
     * a dump for example, and each insert waits behind it.
     */
    private void make(LocalDate day) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = '1s'");
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            for (var table : TABLES) {
                if (isMissing(table, day)) {
                    statement.execute("CREATE TABLE " + name(table, day) + " (LIKE " + table + " INCLUDING ALL)");
                    statement.execute("ALTER TABLE " + table + " ATTACH PARTITION " + name(table, day)
                            + " FOR VALUES FROM ('" + day + "') TO ('" + day.plusDays(1) + "')");
                }
            }
            statement.execute("SET LOCAL lock_timeout TO DEFAULT");
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
}
