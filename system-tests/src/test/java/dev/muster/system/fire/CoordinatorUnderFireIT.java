package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the coordinator is lost: the next one continues where it stopped, and workers keep their cases in flight. */
@Tag("full")
@Tag("alone")
final class CoordinatorUnderFireIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 6);

    @TempDir
    private Path folder;

    @Test
    void aCoordinatorThatIsKilledGoesOnWhenItIsStartedAgain() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var coordinator = fire.fleet().coordinator();
            fire.awaitTenths(3);

            fire.strike(Kind.COORDINATOR_KILLED, coordinator, () -> {
                coordinator.kill();
                coordinator.start();
                coordinator.ready();
            });

            assertWorkersStayed(fire.reckon("coordinator-killed", LONGEST), 2);
        }
    }

    @Test
    void aCoordinatorThatIsAskedToEndGoesOnWhenItIsStartedAgain() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var coordinator = fire.fleet().coordinator();
            fire.awaitTenths(3);

            fire.strike(Kind.COORDINATOR_RESTARTED, coordinator, () -> {
                coordinator.ask();
                assertThat(coordinator.ends(Duration.ofSeconds(30))).as("it ends").isTrue();
                coordinator.start();
                coordinator.ready();
            });

            assertWorkersStayed(fire.reckon("coordinator-restarted", LONGEST), 2);
        }
    }

    @Test
    void aStandbyTakesOver() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var standby = fire.fleet().addStandby();
            standby.start();
            assertThat(standby.ready()).contains("stands by");
            fire.awaitTenths(3);

            fire.strike(Kind.COORDINATOR_KILLED, fire.fleet().coordinator(), () -> {
                fire.fleet().coordinator().kill();
                fire.fleet().awaitActive(2);
            });

            assertThat(standby.isAlive()).isTrue();
            assertWorkersStayed(fire.reckon("standby", LONGEST), 2);
        }
    }

    @Test
    void aWorkerThatDiesWhileNobodyLeadsIsMissedAllTheSame() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, 12)) {
            var coordinator = fire.fleet().coordinator();
            var worker = fire.fleet().worker(1);
            fire.awaitTenths(3);

            fire.strike(Kind.COORDINATOR_KILLED, coordinator, () -> {
                coordinator.kill();
                fire.strike(Kind.WORKER_KILLED, worker, worker::kill);
                coordinator.start();
                coordinator.ready();
            });

            var reckoning = fire.reckon("both-killed", LONGEST);
            assertThat(reckoning.repeats().workers()).isPositive();
        }
    }

    private static void assertWorkersStayed(Reckoning reckoning, int workers) {
        assertThat(reckoning.stored().lives()).as("lives of workers").hasSize(workers);
        assertThat(reckoning.stored().attempts()).as("attempts that counted for nothing").isEmpty();
    }
}
