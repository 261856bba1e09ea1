package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.Main;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a local run with SIGKILL, as the system does when memory runs out: its PostgreSQL must not run on. */
@Tag("slow")
final class KilledRunIT {

    @TempDir
    private static Path folder;

    @Test
    void itsDatabaseStops() throws Exception {
        var home = folder.resolve("home");
        var pidFile = home.resolve("postgresql-18").resolve("data").resolve("postmaster.pid");
        try (var agent = MockAgent.start(0, 120_000)) {
            Files.writeString(folder.resolve("muster.yaml"),
                    "agents: { mock: { protocol: ag-ui, url: \"" + agent.baseUrl() + "/ag-ui\" } }\n");
            Files.writeString(folder.resolve("t.jsonl"), "{\"id\": \"a\", \"input\": \"hello\"}\n");
            var builder = new ProcessBuilder(Launch.of(Main.class, "run", "--config",
                    folder.resolve("muster.yaml").toString(), "-i", folder.resolve("t.jsonl").toString()).command())
                    .redirectErrorStream(true);
            builder.environment().put("MUSTER_HOME", home.toString());
            var run = builder.start();
            try {
                assertThat(run.inputReader().lines().anyMatch(line -> line.contains("Running Tests"))).isTrue();
                eventually("the agent is called", () -> agent.stats().inFlight() == 1);
                long server = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
                assertThat(isAlive(server)).isTrue();

                run.destroyForcibly().waitFor();

                eventually("its PostgreSQL is gone", () -> !isAlive(server));
            } finally {
                run.destroyForcibly();
            }
        }
    }

    /** A process that ended and that nobody waited for has no arguments. */
    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().arguments()).isPresent();
    }
}
