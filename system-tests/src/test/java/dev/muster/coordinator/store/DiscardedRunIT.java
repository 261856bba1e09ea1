package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.TestSuites;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a run whose start was stored keeps its cases, though whoever started it was not told so. */
final class DiscardedRunIT {

    @TempDir
    private Path home;

    @Test
    void onlyARunThatNeverStartedLosesItsCases() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            var runs = new RunTable(local.database());
            for (var run : List.of("started", "never")) {
                runs.create(run, "local-test", "shop", WrittenRun.settings(), null, null);
                new CaseTable(local.database(), local.database()).store(run, 1, TestSuites.of("http://127.0.0.1:1", 3)
                        .cases());
            }
            runs.start("started", 3);

            runs.discard("started");
            runs.discard("never");

            assertThat(local.database().list("SELECT run_id, count(*) FROM case_definitions GROUP BY run_id",
                    row -> row.getString(1) + " " + row.getLong(2))).containsExactly("started 3");
            assertThat(runs.find("never")).isEmpty();
        }
    }
}
