package dev.muster.bench;

import module java.base;
import dev.muster.bench.mock.BareLoop;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.up.Up;
import dev.muster.common.access.Credentials;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Stopping;
import java.lang.ProcessBuilder.Redirect;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of whole runs, with a bare OkHttp loop against the same mock agent for comparison; and what all
 * measurements share.
 *
 * @param folder holds suites, results and its own {@code $MUSTER_HOME}
 * @param bare calls per second of the bare loop
 * @param tell receives each figure as soon as it is measured
 */
record Bench(MockAgentProcess mock, Path folder, Size size, Ticker ticker, double bare, Consumer<Figure> tell) {

    /** The JVM option of the launcher for long runs: all JIT compilers. */
    static final String ALL_COMPILERS = "-XX:TieredStopAtLevel=4";
    static final String SMALL_HEAP = "-Xmx256m";
    private static final int PARALLEL = 64;
    /** Long enough that no case of the suite that is only read ends meanwhile. */
    private static final int READING_LATENCY_MS = 60_000;
    private static final Duration LONGEST_READING = Duration.ofMinutes(10);

    /**
     * The size of each measurement.
     *
     * @param cases in the runs at zero latency
     * @param first cases in the runs on fresh databases
     * @param fleetCases cases in the run over {@code up}
     * @param many cases in the run with a small heap
     * @param aggregated results waiting in Kafka
     * @param large cases in the suite that is only read, and results of each of two compared runs
     * @param rateSeconds of calls to an agent with a limit
     * @param wide cases in the run with 5,000 at once
     * @param rounds of commands that take turns
     */
    record Size(int cases, int first, int fleetCases, int many, int aggregated, int large, int rateSeconds, int wide,
            int rounds) {

        static final Size FULL = new Size(30_000, 10_000, 30_000, 100_000, 200_000, 1_000_000, 60, 20_000, 5);
        static final Size QUICK = new Size(3_000, 1_000, 2_000, 10_000, 20_000, 100_000, 20, 10_000, 1);
    }

    /**
     * One measured figure.
     *
     * @param ratio to the ideal or to the bare loop of the same bench run; null without a comparison
     * @param of what the ratio compares with; empty without one
     */
    record Figure(String name, double value, String unit, @Nullable Double ratio, String of) {}

    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Measures a bare OkHttp loop first: the most that this machine and the mock can do. */
    static Bench begin(MockAgentProcess mock, Path folder, Size size, Consumer<Figure> tell)
            throws IOException, InterruptedException {
        var ticker = Ticker.system();
        try (var loop = new BareLoop(PARALLEL, ticker)) {
            var cold = loop.run(mock.aguiUrl(0), size.cases());
            var warm = loop.run(mock.aguiUrl(0), size.cases());
            var bench = new Bench(mock, folder, size, ticker, cold.callsPerSecond(), tell);
            bench.tell("bare OkHttp loop, zero latency, first " + size.cases(), cold.callsPerSecond(), "calls/s");
            bench.tell("bare OkHttp loop, zero latency, next " + size.cases(), warm.callsPerSecond(), "calls/s");
            return bench;
        }
    }

    void tell(String name, double value, String unit) {
        tell.accept(new Figure(name, value, unit, null, ""));
    }

    /** @param reference what the value is compared with, in the same unit */
    void tell(String name, double value, String unit, double reference, String of) {
        tell.accept(new Figure(name, value, unit, value / reference, of));
    }

    double seconds(Work work) throws IOException, InterruptedException {
        long start = ticker.nanos();
        work.run();
        return (ticker.nanos() - start) / 1e9;
    }

    double median(int times, Work work) throws IOException, InterruptedException {
        var seconds = new double[times];
        for (int n = 0; n < times; n++) {
            seconds[n] = seconds(work);
        }
        Arrays.sort(seconds);
        return seconds[times / 2];
    }

    /** Runs a {@code muster} command in a process of its own. */
    void muster(Path home, int expected, List<String> jvmOptions, String... words)
            throws IOException, InterruptedException {
        muster(Map.of("MUSTER_HOME", home.toString()), expected, jvmOptions, words);
    }

    private void muster(Map<String, String> environment, int expected, List<String> jvmOptions, String... words)
            throws IOException, InterruptedException {
        var log = folder.resolve("out.log");
        int code = Launch.of(Main.class, words).withJvmOptions(jvmOptions.toArray(String[]::new))
                .withEnvironment(environment).inBackground(Redirect.to(log.toFile())).waitFor();
        if (code != expected) {
            throw new IOException("muster " + words[0] + " exited with " + code + ": " + Files.readString(log));
        }
    }

    Path project(int latencyMs, int cases) throws IOException {
        return Suites.project(folder, mock.aguiUrl(latencyMs), cases);
    }

    /** Runs in this process, from the suite file to the result file. */
    void local() throws IOException, InterruptedException {
        try (var fleet = LocalFleet.open(home(), PARALLEL, Map.of(), InstantSource.system())) {
            var run = new Suites.SuiteRun(fleet.runs(), ticker).time(project(0, size.cases()), PARALLEL);
            tell("local, zero latency, " + size.cases() + " cases, 64 in parallel", run.casesPerSecond(), "cases/s",
                    bare, "bare loop");
            tell("local, live heap after that run", liveHeapMiB(), "MiB");
        }
        waiting(100, 100, Math.max(10, size.cases() / 100));
        waiting(2_000, 1_000, 10);
    }

    private void waiting(int latencyMs, int parallel, int rounds) throws IOException, InterruptedException {
        try (var fleet = LocalFleet.open(home(), parallel, Map.of(), InstantSource.system())) {
            int cases = parallel * rounds;
            var run = new Suites.SuiteRun(fleet.runs(), ticker).time(project(latencyMs, cases), parallel);
            tell("local, " + latencyMs + " ms, " + parallel + " in parallel, " + cases + " cases", run.casesPerSecond(),
                    "cases/s", parallel * 1000.0 / latencyMs, "ideal");
        }
    }

    /** The same agent, spoken to by its protocol and by a mapping: processor time of this process, in pairs. */
    void mapping() throws IOException, InterruptedException {
        var url = mock.openaiUrl(0);
        var protocol = Suites.of(folder, "{ protocol: openai, model: m, url: \"" + url + "\" }", size.first(), -1);
        var mapping = Suites.of(folder, "{ protocol: http, url: \"" + url + "/chat/completions\", "
                + "body: { model: m, messages: \"${messages}\", stream: true }, response: { "
                + "text: \"$.choices[0].delta.content\", done: \"[DONE]\", error: $.error.message, "
                + "usage: { input: $.usage.prompt_tokens, output: $.usage.completion_tokens } } }", size.first(), -1);
        try (var fleet = LocalFleet.open(home(), PARALLEL, Map.of(), InstantSource.system())) {
            var run = new Suites.SuiteRun(fleet.runs(), ticker);
            run.time(protocol, PARALLEL);
            run.time(mapping, PARALLEL);
            var pairs = Pairs.measure(7, () -> processor(run, mapping), () -> processor(run, protocol));
            double cost = pairs.cost() * 1e6 / size.first();
            tell("processor time of a case over http with a mapping, median of 7 pairs", cost, "µs",
                    cost / pairs.ratio(), "same over openai");
        }
    }

    private static double processor(Suites.SuiteRun run, Path project) throws IOException, InterruptedException {
        double before = cpuSeconds(ProcessHandle.current());
        run.time(project, PARALLEL);
        return cpuSeconds(ProcessHandle.current()) - before;
    }

    static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** Returns a process and those below it. */
    static Stream<ProcessHandle> family(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants());
    }

    /** Costs of one thing, and their ratios to those of another that took turns with it; both sorted. */
    record Pairs(List<Double> costs, List<Double> ratios) {

        interface Cost {
            double spend() throws IOException, InterruptedException;
        }

        static Pairs measure(int pairs, Cost measured, Cost reference) throws IOException, InterruptedException {
            var all = new Pairs(new ArrayList<>(), new ArrayList<>());
            for (int pair = 0; pair < pairs; pair++) {
                double first = (pair % 2 == 0 ? measured : reference).spend();
                double second = (pair % 2 == 0 ? reference : measured).spend();
                all.costs.add(pair % 2 == 0 ? first : second);
                all.ratios.add(pair % 2 == 0 ? first / second : second / first);
            }
            Collections.sort(all.costs);
            Collections.sort(all.ratios);
            return all;
        }

        double cost() {
            return costs.get(costs.size() / 2);
        }

        double ratio() {
            return ratios.get(ratios.size() / 2);
        }
    }

    /** Runs over a fleet of processes on this machine. */
    void fleet() throws IOException, InterruptedException {
        try (var up = up("home", 2, 64); var runs = remote(up)) {
            var run = new Suites.SuiteRun(runs, ticker);
            for (var which : List.of("first", "next")) {
                tell("up --workers 2, zero latency, " + which + " " + size.fleetCases() + " cases",
                        run.time(project(0, size.fleetCases()), 0).casesPerSecond(), "cases/s", bare, "bare loop");
            }
            tell("up --workers 2, 100 ms, 128 slots", run.time(project(100, size.fleetCases()), 0).casesPerSecond(),
                    "cases/s", 2 * 64 / 0.1, "ideal");
        }
    }

    Up up(String home, int workers, int slots) throws IOException, InterruptedException {
        return Up.start(new Up.Plan(new Home(folder.resolve(home)), Main.class, workers, slots, 0));
    }

    static RemoteRuns remote(Up up) {
        return new RemoteRuns(Coordinators.parse(up.file().coordinator().url()),
                new Credentials(up.file().token(), null));
    }

    /** One case in its own process, from start to end: the time that a user waits. */
    void cold() throws IOException, InterruptedException {
        var run = Suites.command(project(0, 1));
        // as the launcher does: the first use unpacks PostgreSQL, which keeps all JIT compilers busy
        var first = Map.of("MUSTER_HOME", folder.resolve("first-home").toString(), "XDG_CACHE_HOME",
                folder.resolve("cache").toString());
        var home = folder.resolve("cold-home");
        tell("one case, cold, first use", seconds(() -> muster(first, 0, List.of(ALL_COMPILERS), run)), "s");
        tell("one case, cold, fresh data folder", seconds(() -> muster(home, 0, List.of(), run)), "s");
        tell("one case, cold, existing data folder, median of 5", median(5, () -> muster(home, 0, List.of(), run)),
                "s");
        var picked = Suites.command(project(0, size.many()), "-k", "c" + (size.many() - 1));
        for (var place : List.of("selected-home", "cold-home")) {
            tell("one case selected of " + size.many() + ", cold, " + (place.equals("cold-home") ? "existing" : "fresh")
                    + " data folder", seconds(() -> muster(folder.resolve(place), 0, List.of(), picked)), "s");
        }
    }

    /** A long run in a small heap: memory must not grow with the run. */
    void smallHeap() throws IOException, InterruptedException {
        var run = Suites.command(project(0, size.many()), "--parallel", String.valueOf(PARALLEL), "--quiet");
        tell("coordinator and worker in one process of -Xmx256m, " + size.many() + " cases",
                size.many() / seconds(() -> muster(folder.resolve("home"), 0, List.of(SMALL_HEAP), run)), "cases/s");
    }

    /** A process with a small heap, from its start until every case of a large suite is pending in the database. */
    void reading() throws IOException, InterruptedException {
        var project = project(READING_LATENCY_MS, size.large());
        LocalFleet.open(home(), 1, Map.of(), InstantSource.system()).close();
        var launch = Launch.of(ReadingProcess.class, project.toString(), home().folder().toString())
                .withJvmOptions(SMALL_HEAP, ALL_COMPILERS); // as the launcher does for such a large file
        long start = ticker.nanos();
        try (var process = ChildProcess.start(launch)) {
            process.firstLine(LONGEST_READING);
            tell(size.large() + " one-line cases, read and pending, in -Xmx256m", (ticker.nanos() - start) / 1e9, "s");
        }
    }

    private Home home() {
        return new Home(folder.resolve("home"));
    }

    private static double liveHeapMiB() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / (double) (1 << 20);
    }

    /** Reads a suite, submits it, reports once all its cases are pending in the database, and stops the run. */
    static final class ReadingProcess {

        /** @param arguments the project folder and a {@code $MUSTER_HOME} */
        static void main(String[] arguments) throws IOException, InterruptedException {
            var wanted = Suites.OPTIONS.with(RunPace.parallel(1));
            // as in muster run: the fleet starts while the suite is read
            var starting = CompletableFuture
                    .supplyAsync(() -> LocalFleet.open(new Home(Path.of(arguments[1])), 1, Map.of(),
                            InstantSource.system()));
            try (var suite = Suite.read(wanted, Path.of(arguments[0]), true);
                    var fleet = starting.join();
                    var cases = suite.spool().read()) {
                var run = fleet.runs().submit(suite.request(new CaseFiles.None()), cases);
                System.out.println(suite.cases() + " pending");
                fleet.runs().stop(run, Stopping.cancelled("measured", Duration.ZERO));
            } catch (RefusedRun e) {
                throw new IOException(e);
            }
        }
    }
}
