package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.up.Up;
import dev.muster.cli.up.UpFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a worker of {@code muster up} with SIGKILL: another process takes its place, and the console says so. */
@Tag("slow")
final class RestartedWorkerIT {

    @TempDir
    private static Path folder;

    @Test
    void aKilledWorkerIsStartedAgain() throws Exception {
        var home = new Home(folder.resolve("home"));
        var said = new StringWriter();
        var plan = new Up.Plan(home, Main.class, 1, 4, 0, 0, new PrintWriter(said));
        long second;
        try (var up = Up.start(plan)) {
            up.file().write(home.upFile());
            long first = up.file().workers().getFirst().pid();

            ProcessHandle.of(first).orElseThrow().destroyForcibly();

            eventually("it is started again", () -> up.file().workers().getFirst().pid() != first);
            second = up.file().workers().getFirst().pid();
            assertThat(ProcessHandle.of(second).orElseThrow().isAlive()).isTrue();
            eventually("the file names it", () -> UpFile.read(home.upFile()).orElseThrow().workers().getFirst()
                    .pid() == second(up));
            assertThat(said.toString()).containsOnlyOnce("muster: worker w1 (pid " + first
                    + ") ended, and is restarted in 1 s (1 of 5); its log is in " + home.logs());
        }
        assertThat(ProcessHandle.of(second).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private static long second(Up up) {
        return up.file().workers().getFirst().pid();
    }
}
