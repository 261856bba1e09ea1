package dev.muster.coordinator.lead;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.util.SplittableRandom;

/**
 * How fast the lead is when the fleet is large: all of it in one thread, with the simulated broker, store and workers
 * in the same time. {@code main WORKERS SLOTS CASES}; the figures are in {@code docs/reliability.md}.
 */
final class FleetLoad {

    private static final long SECOND = 1_000_000_000;

    private FleetLoad() {}

    public static void main(String[] arguments) {
        int workers = Integer.parseInt(arguments[0]);
        int slots = Integer.parseInt(arguments[1]);
        int cases = Integer.parseInt(arguments[2]);
        var time = new SimTime();
        var random = new SplittableRandom(1);
        var broker = SimBroker.forgetful(time, random.split(), workers);
        var store = new SimStore();
        var leader = new SimLeader(time, broker, store, random.split());
        for (int n = 0; n < workers; n++) {
            var _ = new SimWorker(time, "w" + n, slots, broker,
                    (worker, order) -> new SimWorker.Ending(random.nextLong(5 * SECOND, 60 * SECOND), Status.PASSED,
                            Cause.NONE, false));
        }
        while (time.elapsed().toSeconds() < 3) {
            time.step();
        }
        var settings = Cases.settings(0, 2);
        store.create("run", cases, settings);
        leader.open("run", cases, settings);
        long begun = System.nanoTime();
        var run = store.runs().iterator().next();
        while (!run.over()) {
            time.step();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.gc();
        var runtime = Runtime.getRuntime();
        System.out.printf(
                "%d workers x %d slots, %d cases: %.1f s, %.0f cases/s, %s of the fleet's time, %d MiB live%n",
                workers, slots, cases, seconds, cases / seconds, time.elapsed(),
                (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }
}
