package dev.muster.bench;

import module java.base;
import dev.muster.bench.LightWorkers.Crowd;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.up.Up;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;

/**
 * Measures a fleet as it grows: processor time of coordinator, broker and database with 10, 100 and 1,000 workers, the time
 * until a dead worker's cases are given again, the growth of what is kept, and the gain of 1, 2 and 4 real workers.
 */
record Scale(Bench bench) {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Slots of all light workers together: the work is the same, whatever their number. */
    private static final int SLOTS = 2_000;
    private static final int LATENCY_MS = 1_000;
    private static final List<Integer> WORKERS = List.of(10, 100, 1_000);
    private static final int REAL_SLOTS = 64;
    private static final int ROUNDS = 30;
    private static final long LOOK_MS = 20;

    void measure() throws IOException, InterruptedException {
        for (int workers : WORKERS) {
            crowd(workers);
        }
        growth();
        double one = 0;
        for (int workers : List.of(1, 2, 4)) {
            double rate = real(workers);
            one = workers == 1 ? rate : one;
            bench.tell("up --workers " + workers + ", 1 s, " + REAL_SLOTS + " slots each", rate, "cases/s",
                    one * workers, workers + " × one worker");
        }
    }

    /** Measures what a case costs a warm fleet: the compilers of its processes are done after the first cases. */
    void costs() throws IOException, InterruptedException {
        int cases = bench.size().first() * 2;
        for (int workers : List.of(10, 100)) {
            try (var fleet = Fleet.start(bench, "costs-" + workers, workers + workers / 4);
                    var _ = fleet.join(new Crowd("up", workers, SLOTS / workers, LATENCY_MS, true))) {
                fleet.carryOut(bench.project(0, cases));
                spent(fleet, workers + " light workers", cases);
            }
        }
    }

    /** A fleet whose workers all run in this process. */
    private record Fleet(Bench bench, Up up, KafkaChannel channel, RemoteRuns runs) implements AutoCloseable {

        static Fleet start(Bench bench, String name, int inboxes) throws IOException, InterruptedException {
            var home = new Home(bench.folder().resolve(name));
            var up = Up.start(new Up.Plan(home, Main.class, 0, 1, 0).inboxes(inboxes));
            var settings = new KafkaSettings(up.file().broker().address(), "up", (short) 1, 0,
                    BrokerLogins.client(home.broker(), BrokerLogins.WORKER),
                    FleetKey.of(Files.readString(home.fleetKey())));
            return new Fleet(bench, up, KafkaChannel.join(settings, PATIENCE).orElseThrow(), Bench.remote(up));
        }

        LightWorkers join(Crowd crowd) throws IOException, InterruptedException {
            var workers = new LightWorkers(channel, crowd, bench.ticker());
            workers.join(PATIENCE);
            return workers;
        }

        /** Returns the seconds from the submission of a suite to the end of its run. */
        double carryOut(Path project) throws IOException, InterruptedException {
            return bench.seconds(() -> await(Suites.submit(runs, project, Suites.OPTIONS)));
        }

        void await(String run) throws IOException, InterruptedException {
            while (!state(run)) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS * 5);
            }
        }

        private boolean state(String run) throws IOException {
            try {
                return runs.find(run, ProjectScope.ALL).state().over();
            } catch (RefusedRun e) {
                throw new IOException(e);
            }
        }

        Map<String, Double> processor() {
            var file = up.file();
            return new TreeMap<>(
                    Map.of("coordinator", spent(file.coordinator().pid()), "broker", spent(file.broker().pid()),
                            "PostgreSQL", spent(file.database().pid())));
        }

        private static double spent(long pid) {
            return ProcessHandle.of(pid).stream().flatMap(Bench::family).mapToDouble(Bench::cpuSeconds).sum();
        }

        @Override
        public void close() {
            try (up; channel) {
                runs.close();
            }
        }
    }

    private void crowd(int workers) throws IOException, InterruptedException {
        int cases = bench.size().first() * 2;
        try (var fleet = Fleet.start(bench, "scale-" + workers, workers + workers / 4);
                var crowd = fleet.join(new Crowd("up", workers, SLOTS / workers, LATENCY_MS, true))) {
            fleet.carryOut(bench.project(0, cases / 2)); // compilers have seen it once
            spent(fleet, workers + " light workers", cases);
            bench.tell("the same, a dead worker's cases are given again after", recovery(fleet, crowd), "s");
        }
    }

    private void spent(Fleet fleet, String of, int cases) throws IOException, InterruptedException {
        var before = fleet.processor();
        double seconds = fleet.carryOut(bench.project(0, cases));
        bench.tell(of + ", " + cases + " cases of 1 s, " + SLOTS + " at once", cases / seconds, "cases/s",
                SLOTS * 1e3 / LATENCY_MS, "ideal");
        fleet.processor().forEach((process, spent) -> bench.tell("the same, processor time of a case, " + process,
                (spent - before.getOrDefault(process, 0.0)) * 1e6 / cases, "µs"));
    }

    private double recovery(Fleet fleet, LightWorkers crowd) throws IOException, InterruptedException {
        var run = Suites.submit(fleet.runs(), bench.project(0, SLOTS * 5), Suites.OPTIONS);
        TimeUnit.SECONDS.sleep(2);
        crowd.silenceOne();
        double seconds = bench.seconds(() -> {
            while (!crowd.lostAreGivenAgain()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        });
        fleet.await(run);
        return seconds;
    }

    /** What a fleet keeps after ten and after a hundred runs. */
    private void growth() throws IOException, InterruptedException {
        try (var fleet = Fleet.start(bench, "scale-growth", 0);
                var _ = fleet.join(new Crowd("up", 10, 100, 0, true))) {
            var project = bench.project(0, 100);
            for (int run = 1; run <= 100; run++) {
                fleet.carryOut(project);
                if (run == 10 || run == 100) {
                    kept(fleet, "after " + run + " runs of 100 cases: ");
                }
            }
        }
    }

    private void kept(Fleet fleet, String name) {
        bench.tell(name + "records of the control topic", (double) fleet.channel().end(Topic.CONTROL, 0), "records");
        try (var database = Database.open(new DatabaseAddress(fleet.up().file().database().url(), null, null), 1)) {
            bench.tell(name + "tables and indexes", database.list("SELECT pg_database_size(current_database())",
                    row -> row.getLong(1)).getFirst() / 1e6, "MB");
            bench.tell(name + "rows of workers", database.list("SELECT count(*) FROM workers", row -> row.getDouble(1))
                    .getFirst(), "rows");
        }
    }

    private double real(int workers) throws IOException, InterruptedException {
        int cases = workers * REAL_SLOTS * ROUNDS;
        try (var up = bench.up("scale-real-" + workers, workers, REAL_SLOTS); var runs = Bench.remote(up)) {
            var run = new Suites.SuiteRun(runs, bench.ticker());
            run.time(bench.project(0, cases), 0); // compilers have seen it once
            return run.time(bench.project(LATENCY_MS, cases), 0).casesPerSecond();
        }
    }
}
