package dev.muster.bench;

import module java.base;
import dev.muster.bench.AggregatingProcess.Access;
import dev.muster.bench.AggregatingProcess.Plan;
import dev.muster.bench.AggregatingProcess.Taken;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.json.Json;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.store.Database;
import dev.muster.deploy.Main;
import dev.muster.deploy.embedded.BrokerLogins;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;

/**
 * Measures how fast a coordinator takes results from Kafka into PostgreSQL, from the first result read to the last row
 * committed. Broker, database and coordinator are real processes; all results of a run are in Kafka before the first one
 * is read.
 */
record Aggregation(Bench bench) {

    private static final int ROUNDS = 3;
    private static final String FLEET = "aggregation";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(15);

    void measure() throws IOException, InterruptedException {
        var folder = bench.folder();
        int cases = bench.size().aggregated();
        var broker = Launch.of(Main.class, "broker", "--data", folder.resolve("broker").toString(), "--fleet", FLEET)
                .withJvmOptions(Bench.ALL_COMPILERS);
        try (var database = LocalDatabase.open(new Home(folder.resolve("aggregation-home")), 2);
                var kafka = ChildProcess.start(broker)) {
            var server = database.server();
            var address = kafka.firstLine(PATIENCE);
            var plan = new Plan(new Access(address, BrokerLogins.client(folder.resolve("broker"),
                    BrokerLogins.COORDINATOR)), FLEET,
                    new Database.Address(server.url(), server.user(), server.password()), bench.project(0, cases),
                    cases, ROUNDS,
                    Map.of("broker", kafka.handle().pid(), "PostgreSQL", server.pid()));
            var taken = rounds(plan);
            for (var each : taken) {
                whole(database.database(), each.run(), cases);
            }
            taken.sort(Comparator.comparingDouble(Taken::seconds));
            tell(taken.get(ROUNDS / 2), cases, bytes(database.database(), taken.getFirst().run()));
        }
    }

    private List<Taken> rounds(Plan plan) throws IOException, InterruptedException {
        var lines = new LinkedBlockingQueue<String>();
        var launch = Launch.of(AggregatingProcess.class)
                .withEnvironment(Map.of(AggregatingProcess.PLAN, Json.MAPPER.writeValueAsString(plan)))
                .withJvmOptions("-Xmx2g", Bench.ALL_COMPILERS);
        try (var coordinator = ChildProcess.start(launch, lines::add)) {
            coordinator.firstLine(PATIENCE);
            return rounds(plan, lines);
        }
    }

    private List<Taken> rounds(Plan plan, BlockingQueue<String> lines) throws IOException, InterruptedException {
        var settings = new KafkaSettings(plan.kafka().address(), FLEET, (short) 1, 0,
                BrokerLogins.client(bench.folder().resolve("broker"), BrokerLogins.WORKER));
        try (var channel = KafkaChannel.join(settings, PATIENCE).orElseThrow();
                var worker = new InstantWorker(channel, FLEET, plan.cases())) {
            worker.join(bench.ticker(), PATIENCE);
            var rounds = new ArrayList<Taken>();
            while (rounds.size() < plan.rounds()) {
                rounds.add(Json.MAPPER.readValue(next(lines), Taken.class));
            }
            return rounds;
        }
    }

    private static String next(BlockingQueue<String> lines) throws IOException, InterruptedException {
        var line = lines.poll(LONGEST_ROUND.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException("the coordinator did not store a run within " + LONGEST_ROUND.toMinutes()
                    + " minutes");
        }
        return line;
    }

    /** Checks that every case has one row with its details, and that the run's counts are right. */
    private static void whole(Database database, String run, int cases) throws IOException {
        var found = database.list("""
                SELECT count(*) || ' results of ' || count(DISTINCT (number, cell, repeat)) || ' cases with '
                       || (SELECT count(*) FROM result_details d WHERE d.run_id = @run) || ' details, '
                       || (SELECT state || ' with ' || passed + failed + errors FROM runs WHERE runs.run_id = @run)
                FROM results WHERE run_id = @run
                """, row -> row.getString(1), "run", run).getFirst();
        var wanted = "%1$d results of %1$d cases with %1$d details, finished with %1$d".formatted(cases);
        if (!found.equals(wanted)) {
            throw new IOException("run " + run + " has " + found + " and not " + wanted);
        }
    }

    private static long bytes(Database database, String run) {
        return database.list("SELECT sum(octet_length(detail::text)) FROM result_details WHERE run_id = @run",
                row -> row.getLong(1), "run", run).getFirst();
    }

    private void tell(Taken median, int cases, long bytes) {
        bench.tell("results of %.1f KB from Kafka to PostgreSQL, %d, median of %d".formatted(bytes / 1e3 / cases, cases,
                ROUNDS), cases / median.seconds(), "results/s");
        bench.tell("the same in bytes", bytes / 1e6 / median.seconds(), "MB/s");
        median.cpuSeconds().forEach((name, seconds) -> bench.tell("processor time of 1,000 of them, " + name,
                seconds * 1e6 / cases, "ms"));
    }
}
