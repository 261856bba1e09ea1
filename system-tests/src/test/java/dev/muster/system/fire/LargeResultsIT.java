package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.run.RunState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passes results of a megabyte each through a coordinator of 256 MiB, also to a client that stalls meanwhile. */
final class LargeResultsIT {

    @TempDir
    private Path folder;

    /** The short form: half as much again as the coordinator has memory. */
    @Test
    @Tag("full")
    void moreThanFitsIntoTheCoordinatorPassesThroughIt() throws Exception {
        pass(380, Duration.ofSeconds(5));
    }

    @Test
    @Tag("full")
    void nineHundredResultsPassToAClientThatStandsStillForAMinute() throws Exception {
        pass(900, Duration.ofMinutes(1));
    }

    private void pass(int cases, Duration standstill) throws Exception {
        try (var agent = LargeAnswers.start(1 << 20);
                var fleet = FireFleet.start(folder.resolve("home"), 1, 8, null);
                var run = FireRun.submit(fleet.url(), agent.project(folder.resolve("project"), cases))) {
            run.awaitSeen(1, Duration.ofMinutes(2));
            run.standStill(standstill);

            var ended = run.awaitEnd(Duration.ofMinutes(8));

            assertThat(ended.state()).isEqualTo(RunState.FINISHED);
            assertThat(ended.counts().passed()).isEqualTo(cases);
            assertThat(run.seen()).as("results that the client was given").isEqualTo(cases);
            assertThat(agent.calls()).isEqualTo(cases);
            assertThat(fleet.coordinator().isAlive()).isTrue();
        }
    }
}
