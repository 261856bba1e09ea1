package dev.muster.bench;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.json.Json;
import dev.muster.common.loop.Fatal;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.RefusedRun;
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

    /** What this process must do. */
    record Plan(String kafka, String fleet, Database.Address database, Path project, int cases, int rounds,
            Map<String, Long> processes) {}

    /**
     * The measurement of one run.
     *
     * @param cpuSeconds of each process, by name
     */
    record Taken(String run, double seconds, Map<String, Double> cpuSeconds) {}

    static void main() throws IOException, InterruptedException {
        var plan = Json.MAPPER.readValue(System.getenv(PLAN), Plan.class);
        var watch = new Stopwatch(Ticker.system(), plan.processes(), plan.cases());
        var kafka = new KafkaSettings(plan.kafka(), plan.fleet(), (short) 1, 0, Map.of());
        try (var database = Database.open(plan.database(), CONNECTIONS);
                var channel = new HeldBackResults(KafkaChannel.open(kafka, Duration.ofSeconds(15)), watch::begin);
                var meters = Meters.open();
                var leadership = Leadership.take(database, plan.fleet(), "bench");
                var coordinator = Coordinator.start(channel, database, leadership, SETTINGS, InstantSource.system(),
                        both(new StoredMetrics(meters.registry()), watch::stored), Fatal.halt())) {
            System.out.println("ready");
            for (int round = 1; round <= plan.rounds(); round++) {
                channel.holdBack((long) plan.cases() * round);
                var run = carryOut(coordinator, plan.project());
                System.out.println(Json.MAPPER.writeValueAsString(watch.taken(run)));
            }
        }
    }

    private static String carryOut(Coordinator coordinator, Path project) throws IOException, InterruptedException {
        var wanted = RunOptions.of(List.of("suite.jsonl"));
        try (var suite = Suite.read(wanted, project, true); var cases = suite.spool().read()) {
            var run = coordinator.submit(suite.request(new CaseFiles.None()), cases);
            while (!coordinator.follow(run, Long.MAX_VALUE, LOOK).orElseThrow().run().state().over()) {
                // it wakes up whenever results are stored
            }
            return run;
        } catch (RefusedRun e) {
            throw new IOException(e);
        }
    }

    private static Consumer<List<Settlement>> both(Consumer<List<Settlement>> one,
            Consumer<List<Settlement>> other) {
        return one.andThen(other);
    }
}
