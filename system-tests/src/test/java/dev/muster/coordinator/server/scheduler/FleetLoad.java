package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Measures how fast the scheduler is with a large fleet: all of it in one thread, including the simulated broker, store
 * and workers. {@code main WORKERS SLOTS CASES [bytes]}, where {@code bytes} writes and reads every record as JSON.
 * Prints the coordinator's share of the time: ledger, scheduler, workers, permits, reading the workers' messages,
 * writing orders, and the simulation's queues around them; not PostgreSQL, not Kafka's client. The figures are in
 * {@code docs/reliability.md}.
 */
final class FleetLoad {

    private static final long SECOND = 1_000_000_000;

    private FleetLoad() {}

    /** Adds up the processor time of the tasks that it runs. */
    private static final class Stopwatch implements Executor {

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private long nanos;

        @Override
        public void execute(Runnable what) {
            long begun = threads.getCurrentThreadCpuTime();
            what.run();
            nanos += threads.getCurrentThreadCpuTime() - begun;
        }

        double seconds() {
            return nanos / 1e9;
        }
    }

    public static void main(String[] arguments) {
        int workers = Integer.parseInt(arguments[0]);
        int slots = Integer.parseInt(arguments[1]);
        int cases = Integer.parseInt(arguments[2]);
        var time = new SimTime();
        var random = new SplittableRandom(1);
        var broker = SimBroker.forgetful(time, random.split(), workers);
        if (arguments.length > 3) {
            broker.carryBytes();
        }
        var store = new SimStore(time, null);
        var leader = new SimLeader(time, broker, store, random.split());
        for (int n = 0; n < workers; n++) {
            var _ = new SimWorker(time, random.split(), "w" + n, slots, broker,
                    (worker, order) -> new SimWorker.Ending(random.nextLong(5 * SECOND, 60 * SECOND), Status.PASSED,
                            Cause.NONE, false));
        }
        while (time.elapsed().toSeconds() < 3) {
            time.step();
        }
        var settings = Cases.settings(0, 2);
        store.create("run", cases, settings);
        leader.open("run", cases, settings);
        var watch = new Stopwatch();
        leader.measureWith(watch);
        long begun = System.nanoTime();
        var run = store.runs().iterator().next();
        while (!run.over()) {
            time.step();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
                "%d workers x %d slots, %d cases in %s of the fleet's time: %.1f s, %.0f cases/s with the whole world; "
                        + "%.1f s of the processor for the coordinator, %.0f cases/s; -Xmx%dm%n",
                workers, slots, cases, time.elapsed(), seconds, cases / seconds, watch.seconds(),
                cases / watch.seconds(), Runtime.getRuntime().maxMemory() >> 20);
    }
}
