package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a worker that reaches its agent but not the broker, temporarily or for good: its late reports do not count. */
@Tag("full")
@Tag("alone")
final class CutOffIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 2);

    @TempDir
    private Path folder;

    @Test
    void aWorkerThatIsCutOffForHalfAMinuteJoinsAgain() throws Exception {
        int behind = FireFleet.freePort();
        try (var line = new Line(behind); var fire = fleetWithFarWorker(line, behind)) {
            var far = fire.fleet().worker(2);
            fire.awaitTenths(2);

            fire.strike(Kind.WORKER_CUT_OFF, far, () -> {
                line.cut();
                Wait.pass(Duration.ofSeconds(30));
                line.mend();
            });

            fire.fleet().awaitActive(2);
            var reckoning = fire.reckon("cut-off-30s", LONGEST);
            assertThat(reckoning.heldBy(reckoning.blows().getFirst())).isNotEmpty();
        }
    }

    @Test
    void aWorkerThatIsCutOffForGoodIsNotWaitedFor() throws Exception {
        int behind = FireFleet.freePort();
        try (var line = new Line(behind); var fire = fleetWithFarWorker(line, behind)) {
            fire.awaitTenths(2);

            fire.strike(Kind.WORKER_CUT_OFF, fire.fleet().worker(2), line::cut);

            var reckoning = fire.reckon("cut-off-for-good", LONGEST);
            assertThat(reckoning.heldBy(reckoning.blows().getFirst())).isNotEmpty();
        }
    }

    private Fire fleetWithFarWorker(Line line, int behind) throws Exception {
        var agent = MockAgentProcess.start(Fire.callsIn(folder));
        var fleet = FireFleet.start(folder.resolve("home"), 1, 12, "127.0.0.1:" + behind + "=" + line.address());
        fleet.addWorker("far", line.address()).start();
        fleet.awaitActive(2);
        return Fire.over(folder, SUITE, agent, fleet);
    }
}
