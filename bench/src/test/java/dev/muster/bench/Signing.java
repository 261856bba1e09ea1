package dev.muster.bench;

import module java.base;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.access.Credentials;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.client.RemoteRuns;
import org.jspecify.annotations.Nullable;

/**
 * Measures what signed records cost: two fleets with the same database, one with a key and one without, take runs in
 * turn. The processor time of all processes counts: client, agent, broker, coordinator, worker, PostgreSQL.
 */
record Signing(Bench bench, int pairs) {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    void measure() throws IOException, InterruptedException {
        int cases = bench.size().fleetCases();
        try (var database = LocalDatabase.open(new Home(bench.folder().resolve("signing-home")), 2);
                var signed = Fleet.start(bench, "signed", FleetKey.random(), Objects.requireNonNull(database.server()));
                var unsigned = Fleet.start(bench, "unsigned", null, Objects.requireNonNull(database.server()))) {
            var project = bench.project(0, cases);
            for (int round = 0; round < 2; round++) {
                signed.processor(project);
                unsigned.processor(project);
            }
            var measured = Bench.Pairs.measure(pairs, () -> signed.processor(project),
                    () -> unsigned.processor(project));
            double cost = measured.cost() * 1e6 / cases;
            bench.tell("processor time of 1,000 signed cases, all processes, median of %d pairs".formatted(pairs), cost,
                    "ms", cost / measured.ratio(), "same unsigned (" + percent(measured.ratios().getFirst()) + " to "
                            + percent(measured.ratios().getLast()) + " %)");
        }
    }

    private static double percent(double ratio) {
        return Math.round(ratio * 1000) / 10.0;
    }

    private record Fleet(Bench bench, RemoteRuns runs, EmbeddedDatabase database,
            List<ChildProcess> processes) implements AutoCloseable {

        static Fleet start(Bench bench, String name, @Nullable String key, EmbeddedDatabase database)
                throws IOException, InterruptedException {
            var data = bench.folder().resolve("broker-" + name);
            var token = FleetKey.random();
            var processes = new ArrayList<ChildProcess>();
            var broker = start(processes, Map.of(), "broker", "--data", data.toString(), "--fleet", name);
            var environment = new HashMap<>(Map.of("MUSTER_TOKEN", token, "MUSTER_DATABASE_URL", database.url(),
                    "MUSTER_DATABASE_USER", database.user(), "MUSTER_DATABASE_PASSWORD", database.password(),
                    "MUSTER_FLEET_KEY", key == null ? "" : key));
            environment.putAll(login(data, BrokerLogins.COORDINATOR));
            var ready = start(processes, environment, "coordinator", "--kafka", broker, "--fleet", name, "--port", "0",
                    "--replication", "1");
            environment.putAll(login(data, BrokerLogins.WORKER));
            start(processes, environment, "worker", "--kafka", broker, "--fleet", name, "--slots", "128");
            var url = Coordinators.parse(ready.substring(ready.lastIndexOf(' ') + 1));
            return new Fleet(bench, new RemoteRuns(url, new Credentials(token, null)), database, processes);
        }

        /** Returns the seconds of processor time that a run takes. */
        double processor(Path project) throws IOException, InterruptedException {
            double before = spent();
            new Suites.SuiteRun(runs, bench.ticker()).time(project, 0);
            return spent() - before;
        }

        private double spent() {
            return Stream.concat(Bench.family(ProcessHandle.current()),
                    ProcessHandle.of(database.pid()).stream().flatMap(Bench::family)).distinct()
                    .mapToDouble(Bench::cpuSeconds).sum();
        }

        private static Map<String, String> login(Path data, String login) {
            return Map.of("MUSTER_KAFKA_USER", login, "MUSTER_KAFKA_PASSWORD_FILE",
                    BrokerLogins.passwordFile(data, login).toString());
        }

        /** Returns the first line that it prints. */
        private static String start(List<ChildProcess> processes, Map<String, String> environment, String... words)
                throws IOException, InterruptedException {
            var process = ChildProcess.start(Launch.of(Main.class, words).withEnvironment(environment)
                    .withJvmOptions(Bench.ALL_COMPILERS));
            processes.add(process);
            return process.firstLine(PATIENCE);
        }

        @Override
        public void close() {
            runs.close();
            ChildProcess.closeAll(processes.reversed());
        }
    }
}
