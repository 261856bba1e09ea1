package dev.muster.bench;

import module java.base;
import dev.muster.bench.Aggregation.AggregatingProcess.Access;
import dev.muster.bench.Aggregation.AggregatingProcess.Plan;
import dev.muster.bench.Aggregation.AggregatingProcess.Taken;
import dev.muster.cli.Main;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.metrics.Meters;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.Feed;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.json.Json;
import dev.muster.common.loop.Fatal;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.metrics.StoredMetrics;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Settlement;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

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
            var server = Objects.requireNonNull(database.server());
            var address = kafka.firstLine(PATIENCE);
            var plan = new Plan(new Access(address, BrokerLogins.client(folder.resolve("broker"),
                    BrokerLogins.COORDINATOR)), FLEET,
                    new DatabaseAddress(server.url(), server.user(), server.password()), bench.project(0, cases),
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
                var worker = new LightWorkers(channel, new LightWorkers.Crowd(FLEET, 1, plan.cases(), 0, false),
                        bench.ticker())) {
            worker.join(PATIENCE);
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
                       || count(block) || ' details, '
                       || (SELECT state || ' with ' || passed + failed + errors FROM runs WHERE runs.run_id = @run)
                FROM results WHERE run_id = @run
                """, row -> row.getString(1), "run", run).getFirst();
        var wanted = "%1$d results of %1$d cases with %1$d details, finished with %1$d".formatted(cases);
        if (!found.equals(wanted)) {
            throw new IOException("run " + run + " has " + found + " and not " + wanted);
        }
    }

    private static long bytes(Database database, String run) {
        return database.list("SELECT sum(octet_length(frames)) FROM detail_blocks WHERE run_id = @run",
                row -> row.getLong(1), "run", run).getFirst();
    }

    private void tell(Taken median, int cases, long bytes) {
        bench.tell("results of %.1f KB from Kafka to PostgreSQL, %d, median of %d".formatted(bytes / 1e3 / cases, cases,
                ROUNDS), cases / median.seconds(), "results/s");
        bench.tell("the same in bytes", bytes / 1e6 / median.seconds(), "MB/s");
        median.cpuSeconds().forEach((name, seconds) -> bench.tell("processor time of 1,000 of them, " + name,
                seconds * 1e6 / cases, "ms"));
    }

    /**
     * A leading coordinator in a process of its own. It runs one run after another, reads the results of each only once all
     * are there, and prints the time from the first result read to the last row committed.
     */
    static final class AggregatingProcess {

        /** The variable with the plan as JSON: a command line would show the password to other users. */
        static final String PLAN = "MUSTER_BENCH_PLAN";
        /** No worker beats, and none is given up. */
        private static final LeaderSettings SETTINGS = new LeaderSettings(Duration.ofDays(1), Duration.ofMillis(500),
                Duration.ofSeconds(5), 20_000);
        private static final Duration LOOK = Duration.ofSeconds(1);
        private static final int CONNECTIONS = 12;

        /** An address of Kafka, and the settings of a client with a login. */
        record Access(String address, Map<String, String> login) {}

        /** What this process must do. */
        record Plan(Access kafka, String fleet, DatabaseAddress database, Path project, int cases, int rounds,
                Map<String, Long> processes) {}

        /** The measurement of one run, with the processor time of each process, by name. */
        record Taken(String run, double seconds, Map<String, Double> cpuSeconds) {}

        static void main() throws IOException, InterruptedException {
            var plan = Json.MAPPER.readValue(System.getenv(PLAN), Plan.class);
            var watch = new Stopwatch(Ticker.system(), plan.processes(), plan.cases());
            var kafka = new KafkaSettings(plan.kafka().address(), plan.fleet(), (short) 1, 0,
                    plan.kafka().login());
            try (var database = Database.open(plan.database(), CONNECTIONS);
                    var held = new HeldBackResults(KafkaChannel.open(kafka, Duration.ofSeconds(15)), watch::begin);
                    var meters = Meters.open();
                    var leadership = Leadership.take(database, plan.fleet(), "bench");
                    var coordinator = Coordinator.start(held.channel(), database, leadership, SETTINGS,
                            InstantSource.system(), new StoredMetrics(meters.registry()).andThen(watch::stored),
                            Fatal.halt())) {
                System.out.println("ready");
                for (int round = 1; round <= plan.rounds(); round++) {
                    held.holdBack((long) plan.cases() * round);
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
                processes.forEach((name, pid) -> sums.put(name, ProcessHandle.of(pid).stream().flatMap(Bench::family)
                        .mapToDouble(process -> Bench.cpuSeconds(process) - before.getOrDefault(process, 0.0)).sum()));
                return sums;
            }

            private Map<ProcessHandle, Double> cpuSeconds() {
                return processes.values().stream().flatMap(pid -> ProcessHandle.of(pid).stream())
                        .flatMap(Bench::family)
                        .collect(Collectors.toMap(process -> process, Bench::cpuSeconds, (one, same) -> one));
            }
        }

        /** Releases no results of a channel until a given number is there: how fast they are stored counts, not how fast they come. */
        private static final class HeldBackResults implements AutoCloseable {

            private static final long LOOK_MS = 20;

            private final Channel channel;
            private final Runnable opened;
            private volatile long awaited;
            private volatile boolean open;

            /** @param opened run on the thread that reads results, when it begins to read them */
            HeldBackResults(Channel channel, Runnable opened) {
                this.channel = channel;
                this.opened = opened;
            }

            /** Holds results back until that many, counted from the start, are there. */
            void holdBack(long results) {
                awaited = results;
                open = false;
            }

            /** Returns the channel with feeds of results that wait. */
            Channel channel() {
                return around(Channel.class, channel, "feed", (feed, arguments) -> arguments[0] != Topic.RESULTS
                        ? feed.call() : around(Feed.class, (Feed) Objects.requireNonNull(feed.call()),
                                "poll", this::poll));
            }

            @Override
            public void close() {
                channel.close();
            }

            private @Nullable Object poll(Callable<@Nullable Object> results, Object[] arguments) throws Exception {
                if (letThrough()) {
                    return results.call();
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                return List.of();
            }

            private boolean letThrough() {
                if (!open
                        && channel.ends(Topic.RESULTS).values().stream().mapToLong(Long::longValue).sum() >= awaited) {
                    open = true;
                    opened.run();
                }
                return open;
            }

            @FunctionalInterface
            private interface Answer {
                @Nullable
                Object to(Callable<@Nullable Object> usual, Object[] arguments) throws Exception;
            }

            /** Returns the same with another answer of one method. */
            private static <T> T around(Class<T> type, T same, String method, Answer answer) {
                return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                        (_, called, arguments) -> {
                            Callable<@Nullable Object> usual = () -> called.invoke(same, arguments);
                            try {
                                return called.getName().equals(method) ? answer.to(usual, arguments) : usual.call();
                            } catch (InvocationTargetException e) {
                                throw Objects.requireNonNull(e.getCause());
                            }
                        }));
            }
        }
    }
}
