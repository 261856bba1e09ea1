package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a new day waits for nobody who reads the days before, {@code pg_dump} for example. */
final class DaysAheadIT {

    @TempDir
    private static Path home;

    private static LocalDatabase local;

    @BeforeAll
    static void start() {
        local = LocalDatabase.open(new Home(home), 2);
        new WrittenRun(local.database(), "first").passed(1).over();
    }

    @AfterAll
    static void stop() {
        local.close();
    }

    private static Database database() {
        return local.database();
    }

    private static InstantSource inDays(int days) {
        var moment = Instant.now().plus(days, ChronoUnit.DAYS);
        return () -> moment;
    }

    /** Does it while a transaction is open that has read all results, as a dump has. */
    private static void besideAReader(Runnable work) {
        database().transaction(connection -> {
            Database.list(connection, "SELECT count(*) FROM results, result_details, detail_blocks",
                    row -> row.getLong(1));
            work.run();
            return true;
        });
    }

    private static long partitions(String table) {
        return database().list("SELECT count(*) FROM pg_inherits WHERE inhparent = @table::regclass",
                row -> row.getLong(1), "table", table).getFirst();
    }

    @Test
    void theFirstRunOfADayBeginsBesideAReaderAndItsResultsAreStored() {
        besideAReader(() -> {
            create("later", 400);
            WrittenRun.of(database(), "later").passed(1).failed(2).over();
        });

        assertThat(database().list("SELECT status FROM results WHERE run_id = @run ORDER BY seq",
                row -> row.getString(1), "run", "later")).containsExactly("passed", "failed");
    }

    @Test
    void aWeekIsMadeAheadOnce() {
        long before = partitions("results");

        besideAReader(() -> {
            new DaysAhead(database(), inDays(800)).make();
            new DaysAhead(database(), inDays(801)).make();
        });

        assertThat(partitions("results")).isEqualTo(before + 9);
        assertThat(partitions("result_details")).isEqualTo(partitions("results"));
        assertThat(partitions("detail_blocks")).isEqualTo(partitions("results"));
        assertThat(indexes("results", 800)).isEqualTo(indexes("results", 0)).isPositive();
    }

    private static void create(String run, int days) {
        try {
            new RunTable(database(), database(), inDays(days)).create(run, "local-test", "shop", WrittenRun.settings(),
                    null, null);
        } catch (RefusedRun e) {
            throw new IllegalStateException(e);
        }
    }

    private static long indexes(String table, int days) {
        var day = LocalDate.ofInstant(inDays(days).instant(), ZoneOffset.UTC);
        return database().list("SELECT count(*) FROM pg_index WHERE indrelid = @table::regclass", row -> row.getLong(1),
                "table", table + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE)).getFirst();
    }
}
