package dev.muster.bench;

import module java.base;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.json.Json;
import dev.muster.common.loop.Fatal;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.metrics.StoredMetrics;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Settlement;
import dev.muster.deploy.metrics.Meters;

/**
 * A leading coordinator in a process of its own. It runs one run after another, reads the results of each only once all
 * are there, and prints the time from the first result read to the last row committed.
 */
final class AggregatingProcess {

    /** The variable with the plan as JSON: a command line would show the password to other users. */
    static final String PLAN = "MUSTER_BENCH_PLAN";
    /** No worker beats, and none is given up. */
    private static final LeaderSettings SETTINGS = new LeaderSettings(Duration.ofDays(1), Duration.ofMillis(500),
            Duration.ofSeconds(5), 20_000);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int CONNECTIONS = 12;

    private AggregatingProcess() {}

    /** An address of Kafka, and the settings of a client with a login. */
    record Access(String address, Map<String, String> login) {}

    /** What this process must do. */
    record Plan(Access kafka, String fleet, Database.Address database, Path project, int cases, int rounds,
            Map<String, Long> processes) {}

    /** The measurement of one run, with the processor time of each process, by name. */
    record Taken(String run, double seconds, Map<String, Double> cpuSeconds) {}

    static void main() throws IOException, InterruptedException {
        var plan = Json.MAPPER.readValue(System.getenv(PLAN), Plan.class);
        var watch = new Stopwatch(Ticker.system(), plan.processes(), plan.cases());
        var kafka = new KafkaSettings(plan.kafka().address(), plan.fleet(), (short) 1, 0,
                plan.kafka().login());
        try (var database = Database.open(plan.database(), CONNECTIONS);
                var channel = new HeldBackResults(KafkaChannel.open(kafka, Duration.ofSeconds(15)), watch::begin);
                var meters = Meters.open();
                var leadership = Leadership.take(database, plan.fleet(), "bench");
                var coordinator = Coordinator.start(channel, database, leadership, SETTINGS, InstantSource.system(),
                        new StoredMetrics(meters.registry()).andThen(watch::stored), Fatal.halt())) {
            System.out.println("ready");
            for (int round = 1; round <= plan.rounds(); round++) {
                channel.holdBack((long) plan.cases() * round);
                var run = carryOut(coordinator, plan.project());
                System.out.println(Json.MAPPER.writeValueAsString(watch.taken(run)));
            }
        }
    }

    private static String carryOut(Coordinator coordinator, Path project) throws IOException, InterruptedException {
        var run = Suites.submit(coordinator, project, Suites.OPTIONS);
        while (!coordinator.follow(run, Long.MAX_VALUE, LOOK).orElseThrow().run().state().over()) {
            // it wakes up whenever results are stored
        }
        return run;
    }

    /** Measures time and processor time from the first results read until a number of them is stored. */
    private static final class Stopwatch {

        private final Ticker ticker;
        private final Map<String, Long> processes;
        private final int results;
        private long start;
        private Map<ProcessHandle, Double> before = Map.of();
        private int stored;
        private double seconds;
        private Map<String, Double> spent = Map.of();

        /** @param processes by name; each counts with its child processes that still run at the end */
        Stopwatch(Ticker ticker, Map<String, Long> processes, int results) {
            this.ticker = ticker;
            this.processes = new TreeMap<>(processes);
            this.processes.put("coordinator", ProcessHandle.current().pid());
            this.results = results;
        }

        synchronized void begin() {
            stored = 0;
            before = cpuSeconds();
            start = ticker.nanos();
        }

        /** Receives what is committed. */
        synchronized void stored(List<Settlement> settlements) {
            int verdicts = (int) settlements.stream().filter(Settlement.CaseVerdict.class::isInstance).count();
            stored += verdicts;
            if (verdicts > 0 && stored == results) {
                seconds = (ticker.nanos() - start) / 1e9;
                spent = spent();
                notifyAll();
            }
        }

        /** Returns the measurement of a finished run: its follower may learn of its end before this does. */
        synchronized Taken taken(String run) throws InterruptedException {
            while (stored < results) {
                wait();
            }
            return new Taken(run, seconds, spent);
        }

        private Map<String, Double> spent() {
            var sums = new TreeMap<String, Double>();
            processes.forEach((name, pid) -> sums.put(name, family(pid)
                    .mapToDouble(process -> seconds(process) - before.getOrDefault(process, 0.0)).sum()));
            return sums;
        }

        private Map<ProcessHandle, Double> cpuSeconds() {
            return processes.values().stream().flatMap(Stopwatch::family)
                    .collect(Collectors.toMap(process -> process, Stopwatch::seconds, (one, same) -> one));
        }

        private static Stream<ProcessHandle> family(long pid) {
            return ProcessHandle.of(pid).stream()
                    .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
        }

        private static double seconds(ProcessHandle process) {
            return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
        }
    }
}
