package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.coordinator.run.RunState;
import dev.muster.system.figures.WrittenRun;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the time of a run is the time that it ran: without pauses, and without the days before it was resumed. */
final class RunTimeIT {

    @TempDir
    private Path home;

    @Test
    void aRunThatWasPausedAndResumedTookWhatItRan() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            var database = local.database();
            var runs = new RunTable(database);
            runs.create("run", "local-test", "shop", WrittenRun.settings(), null, null);
            runs.start("run", 3);

            pass(database, "10 min", "started_at, going_since");
            write(database, connection -> RunTable.pause(connection, "run", true));
            pass(database, "30 min", "started_at, going_since, paused_at");
            write(database, connection -> RunTable.pause(connection, "run", false));
            assertThat(runs.find("run").orElseThrow().ran()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
            end(database);
            assertThat(took(runs)).isEqualTo(10);

            pass(database, "3 days", "started_at, going_since, finished_at");
            write(database, connection -> RunPortions.whole(connection, new Settlement.Reopened("run")));
            pass(database, "5 min", "started_at, going_since");
            write(database, connection -> RunTable.pause(connection, "run", true));
            pass(database, "20 min", "started_at, going_since, paused_at");
            end(database);

            assertThat(took(runs)).isEqualTo(15);
        }
    }

    private interface Step {

        void take(Connection connection) throws SQLException;
    }

    private static void write(Database database, Step step) {
        database.write(connection -> {
            step.take(connection);
            return null;
        });
    }

    private static long took(RunTable runs) {
        return runs.find("run").orElseThrow().took().orElseThrow().toMinutes();
    }

    private static void end(Database database) {
        write(database, connection -> RunTable.over(connection, "run", RunState.FINISHED, null));
    }

    /** Sets times back, as if time went by. */
    private static void pass(Database database, String time, String columns) {
        var back = Arrays.stream(columns.split(", ")).map(column -> column + " = " + column + " - @time::interval")
                .collect(Collectors.joining(", "));
        write(database, connection -> Database.update(connection, "UPDATE runs SET " + back, "time", time));
    }
}
