package dev.muster.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import dev.muster.system.figures.WrittenRun;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that nobody can take the key that another owner's next run needs. */
final class RunKeysIT {

    @TempDir
    private Path home;

    private static @Nullable Requester owner(String name) {
        return name.isEmpty() ? null : new Requester(name, Role.SUBMITTER, "127.0.0.1");
    }

    @Test
    void aKeyIsTakenForItsOwnerOnly() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            var runs = new RunTable(local.database());
            var settings = WrittenRun.settings().with(new About(Map.of(), "nightly", 1, null, null));
            for (var name : List.of("thief", "team", "")) {
                runs.create("run-" + name, "f", "shop", settings, null, owner(name));

                assertThatThrownBy(() -> runs.create("second", "f", "shop", settings, null, owner(name)))
                        .isInstanceOf(RefusedRun.class).hasMessageStartingWith("--run-key nightly: run run-" + name);
            }
            assertThat(runs.find("second")).isEmpty();
        }
    }

    @Test
    void aKeyOfAnEarlierVersionIsStillTaken() throws Exception {
        try (var local = LocalDatabase.open(new Home(home), 2)) {
            var runs = new RunTable(local.database());
            var settings = WrittenRun.settings().with(new About(Map.of(), "nightly", 1, null, null));
            runs.create("earlier", "f", "shop", settings, null, owner("team"));
            local.database().write(connection -> Database.update(connection, "UPDATE runs SET run_key = 'nightly'"));

            assertThatThrownBy(() -> runs.create("second", "f", "shop", settings, null, owner("team")))
                    .isInstanceOf(RefusedRun.class).hasMessageStartingWith("--run-key nightly: run earlier");
            runs.create("third", "f", "shop", settings, null, owner("other"));
        }
    }
}
