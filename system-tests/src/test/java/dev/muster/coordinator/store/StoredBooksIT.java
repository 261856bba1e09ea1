package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a leader stores when its database is not the one that it wrote to before. */
final class StoredBooksIT {

    private static final String FLEET = "books";

    @TempDir
    private Path home;

    private static List<Settlement> readTo(long first, long second) {
        return List.of(new Settlement.ReadTo(Map.of(0, first, 1, second)));
    }

    private static void write(StoredBooks books, List<Settlement> batch) {
        books.write(batch);
    }

    @Test
    void aDatabaseThatLostWhatWasStoredEndsTheLeadership() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 3);
                var leadership = Leadership.take(local.database(), FLEET, "test");
                var books = new StoredBooks(local.database(), leadership, new Changes())) {
            write(books, readTo(10, 20));
            write(books, readTo(12, 20));
            // a replica that was behind when it took over
            local.database().update(
                    "UPDATE results_read SET next_offset = 11 WHERE fleet = @fleet AND topic_partition = 0",
                    "fleet", FLEET);
            local.database().update("UPDATE settled SET seq = seq - 1 WHERE fleet = @fleet", "fleet", FLEET);

            assertThatExceptionOfType(LostLeadership.class).isThrownBy(() -> write(books, readTo(15, 21)))
                    .withMessageContaining("doesn't have what this coordinator stored");

            assertThat(local.database().list("SELECT next_offset FROM results_read WHERE fleet = @fleet ORDER BY 1",
                    row -> row.getLong(1), "fleet", FLEET)).containsExactly(11L, 20L);
        }
    }
}
