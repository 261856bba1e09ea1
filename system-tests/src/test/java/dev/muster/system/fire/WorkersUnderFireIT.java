package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests each way to lose a worker; the others run its cases. */
@Tag("full")
@Tag("alone")
final class WorkersUnderFireIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);
    private static final SlowSuite SUITE = new SlowSuite(400, 1_000, 3_000, 1);
    private static final int SLOTS = 12;

    @TempDir
    private Path folder;

    @Test
    void aKilledWorkersCasesAreDoneByTheOther() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, SLOTS)) {
            fire.awaitTenths(3);

            fire.strike(Kind.WORKER_KILLED, fire.fleet().worker(1), fire.fleet().worker(1)::kill);

            var reckoning = fire.reckon("worker-killed", LONGEST);
            assertThat(reckoning.repeats().workers()).isPositive();
        }
    }

    @Test
    void aFrozenWorkerIsGivenUpAndJoinsAgainWhenItThaws() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, SLOTS)) {
            var worker = fire.fleet().worker(1);
            fire.awaitTenths(1);

            fire.strike(Kind.WORKER_FROZEN, worker, () -> {
                worker.freeze();
                Wait.pass(Duration.ofSeconds(30));
                worker.thaw();
            });

            fire.fleet().awaitActive(2);
            var reckoning = fire.reckon("worker-frozen", LONGEST);
            assertThat(reckoning.stored().lives().stream().filter(life -> life.pid() == worker.pid())).hasSize(2);
        }
    }

    @Test
    void aWorkerThatIsAskedToEndFinishesWhatItHolds() throws Exception {
        try (var fire = Fire.light(folder, SUITE, 2, SLOTS)) {
            var worker = fire.fleet().worker(1);
            fire.awaitTenths(3);

            fire.strike(Kind.WORKER_DRAINED, worker, () -> {
                worker.ask();
                assertThat(worker.ends(Duration.ofSeconds(40))).as("it ends").isTrue();
            });

            var reckoning = fire.reckon("worker-drained", LONGEST);
            assertThat(reckoning.repeats().all()).as("calls beyond the first").isZero();
            assertThat(reckoning.stored().attempts()).isEmpty();
        }
    }
}
