package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.bundle.Bundle;
import dev.muster.common.json.Json;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Data that no run needs any more: files, workers that left, records that were set aside.
 *
 * @param fleet whose workers and records are deleted; null for those of all
 * @param before workers and records before this moment are deleted; null for the start of the oldest run that stays
 */
record Leftovers(Database database, Writes writes, @Nullable String fleet, @Nullable Instant before) {

    private static final Duration LONG = Duration.ofMinutes(2);
    /** Files of the last day may belong to a run that is about to start. */
    private static final String FILES = "FROM blobs WHERE stored_at < now() - interval '1 day' AND sha256 <> ALL (@needed)";
    private static final String MOMENT = """
            coalesce(@before::timestamptz, (SELECT min(created_at) FROM runs WHERE run_id <> ALL (@going)), now())
            """;
    private static final String SET_ASIDE = "FROM set_aside WHERE (@fleet::text IS NULL OR fleet = @fleet) AND stored_at < "
            + MOMENT;
    /** The next leader must know who left: control may still contain their leases, and it would wait for them. */
    private static final String WORKERS = "FROM workers WHERE (@fleet::text IS NULL OR fleet = @fleet) AND joined_at < "
            + MOMENT + """
             AND NOT EXISTS (SELECT 1 FROM leadership
                             WHERE leadership.fleet = workers.fleet
                             AND (workers.state = 'joined' OR workers.epoch >= leadership.epoch))
            """;

    /**
     * Counts the leftovers.
     *
     * @param going runs that still exist but are about to be deleted
     * @throws IOException when the files that runs need can't be read
     */
    LeftoversFound without(String... going) throws IOException {
        var needed = needed(going);
        return new LeftoversFound(database.list("SELECT size " + FILES, row -> row.getLong(1), "needed", needed),
                count(WORKERS, going), count(SET_ASIDE, going));
    }

    /** @throws IOException when the files that runs need can't be read */
    LeftoversFound delete() throws IOException {
        var needed = needed();
        return writes.writeLong(LONG, connection -> {
            int setAside = delete(connection, SET_ASIDE);
            int workers = delete(connection, WORKERS);
            Database.update(connection, "DELETE FROM blob_parts WHERE sha256 IN (SELECT sha256 " + FILES + ")",
                    "needed", needed);
            var files = Database.list(connection, "DELETE " + FILES + " RETURNING size", row -> row.getLong(1),
                    "needed", needed);
            return new LeftoversFound(files, workers, setAside);
        });
    }

    private int delete(Connection connection, String what) throws SQLException {
        return Database.update(connection, "DELETE " + what, "fleet", fleet, "before", moment(), "going",
                new String[0]);
    }

    private int count(String what, String... going) {
        return database.list("SELECT count(*) " + what, row -> row.getInt(1), "fleet", fleet, "before", moment(),
                "going", going)
                .getFirst();
    }

    private @Nullable String moment() {
        return before == null ? null : before.toString();
    }

    private String[] needed(String... going) throws IOException {
        var blobs = new BlobTable(database);
        Set<String> needed = new HashSet<>();
        for (var bundle : database.list("""
                SELECT DISTINCT settings #>> '{cases,files,sha256}' FROM runs
                WHERE settings #>> '{cases,files,sha256}' IS NOT NULL AND run_id <> ALL (@going)
                """, row -> row.getString(1), "going", going)) {
            needed.add(bundle);
            if (blobs.has(bundle)) {
                var json = new ByteArrayOutputStream();
                blobs.copy(bundle, json);
                Json.MAPPER.readValue(json.toByteArray(), Bundle.class).files()
                        .forEach(file -> needed.add(file.sha256()));
            }
        }
        return needed.toArray(String[]::new);
    }
}
