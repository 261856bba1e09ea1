package dev.muster.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.system.fire.Blow.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an autoscaler does to a fleet: half of the workers get SIGTERM at once, in the middle of a run. */
@Tag("full")
@Tag("alone")
final class ScaleInIT {

    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final SlowSuite SUITE = new SlowSuite(2_000, 1_000, 3_000, 1);
    private static final int WORKERS = 8;

    /** Longer than the grace of a worker that was told none. */
    private static final SlowSuite LONG = new SlowSuite(24, 40_000, 45_000, 1);

    @TempDir
    private Path folder;

    @Test
    void aWorkerFinishesCasesThatAreShorterThanItsGrace() throws Exception {
        try (var fire = Fire.light(folder, LONG, 1, 12)) {
            var worker = fire.fleet().addWorker("graceful", Map.of("MUSTER_GRACE", "1m"));
            worker.start();
            fire.awaitCalls(LONG.cases());

            fire.strike(Kind.WORKER_DRAINED, worker, worker::ask);

            assertThat(worker.ends(Duration.ofMinutes(1))).isTrue();
            var reckoning = fire.reckon("grace", LONGEST);
            assertThat(reckoning.stored().attempts()).isEmpty();
            assertThat(IntStream.range(0, LONG.cases()).filter(number -> reckoning.calls().of(number).size() != 1))
                    .isEmpty();
        }
    }

    @Test
    void halfOfTheWorkersFinishWhatTheyHoldAndNoCaseIsLostOrCalledTwice() throws Exception {
        try (var fire = Fire.light(folder, SUITE, WORKERS, 12)) {
            var half = IntStream.rangeClosed(1, WORKERS / 2).mapToObj(fire.fleet()::worker).toList();
            fire.awaitTenths(3);

            for (var worker : half) {
                fire.strike(Kind.WORKER_DRAINED, worker, worker::ask);
            }

            for (var worker : half) {
                assertThat(worker.ends(Duration.ofMinutes(1))).as("%s ends", worker.name()).isTrue();
            }
            assertThat(fire.run().isOver()).as("the other half has more to do").isFalse();
            var reckoning = fire.reckon("scale-in", LONGEST);
            assertThat(reckoning.stored().attempts()).as("attempts without a verdict").isEmpty();
            assertThat(IntStream.range(0, SUITE.cases()).filter(number -> reckoning.calls().of(number).size() != 1))
                    .as("cases that were not called once").isEmpty();
        }
    }
}
