package dev.muster.bench;

import module java.base;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalFleet;
import dev.muster.deploy.up.Up;
import dev.muster.mock.BareLoop;
import dev.muster.mock.MockAgentProcess;

/** Runs the measurements one after another, with a bare OkHttp loop against the same mock agent for comparison. */
public final class Bench {

    /**
     * The size of each measurement.
     *
     * @param cases in the runs at zero latency
     * @param first cases in the runs on fresh databases
     * @param fleetCases cases in the run over {@code up}
     * @param many cases in the run with a small heap
     * @param aggregated results waiting in Kafka
     * @param large cases in the suite that is only read, and results of each of two compared runs
     */
    public record Size(int cases, int first, int fleetCases, int many, int aggregated, int large) {

        public static final Size FULL = new Size(30_000, 10_000, 30_000, 100_000, 200_000, 1_000_000);
        public static final Size QUICK = new Size(3_000, 1_000, 2_000, 10_000, 20_000, 100_000);
    }

    private static final int ZERO_LATENCY_PARALLEL = 64;
    /** Long enough that no case of the suite that is only read ends meanwhile. */
    private static final int READING_LATENCY_MS = 60_000;
    private static final Duration LONGEST_READING = Duration.ofMinutes(10);

    private final MockAgentProcess mock;
    private final Path folder;
    private final Size size;
    private final Ticker ticker = Ticker.system();
    private final Consumer<Figure> tell;
    private final List<Figure> figures = new ArrayList<>();

    /**
     * @param folder holds suites, results and its own {@code $MUSTER_HOME}
     * @param tell receives each figure as soon as it is measured
     */
    public Bench(MockAgentProcess mock, Path folder, Size size, Consumer<Figure> tell) {
        this.mock = mock;
        this.folder = folder;
        this.size = size;
        this.tell = tell;
    }

    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    /** Measures a bare OkHttp loop: the most that this machine and the mock can do. */
    public double bare() throws IOException, InterruptedException {
        try (var loop = new BareLoop(ZERO_LATENCY_PARALLEL, ticker)) {
            var cold = loop.run(mock.aguiUrl(0), size.cases());
            var warm = loop.run(mock.aguiUrl(0), size.cases());
            add(Figure.plain("bare OkHttp loop, zero latency, first " + size.cases(), cold.callsPerSecond(),
                    "calls/s"));
            add(Figure.plain("bare OkHttp loop, zero latency, next " + size.cases(), warm.callsPerSecond(),
                    "calls/s"));
            return cold.callsPerSecond();
        }
    }

    /** Measures runs in this process, from the suite file to the result file. */
    public void local(double bare) throws IOException, InterruptedException {
        var home = new Home(folder.resolve("home"));
        try (var fleet = LocalFleet.open(home, ZERO_LATENCY_PARALLEL, Map.of())) {
            var run = new SuiteRun(fleet.runs(), ticker);
            var measured = run.time(Suites.project(folder, mock.aguiUrl(0), size.cases()), ZERO_LATENCY_PARALLEL);
            add(new Figure("local, zero latency, " + size.cases() + " cases, 64 in parallel",
                    measured.casesPerSecond(), "cases/s", measured.casesPerSecond() / bare, "bare loop"));
            add(Figure.plain("local, live heap after that run", liveHeapMiB(), "MiB"));
        }
        waiting(home, 100, 100, Math.max(10, size.cases() / 100));
        waiting(home, 2_000, 1_000, 10);
    }

    /** Measures first runs on fresh databases, compared with later ones. */
    public void fresh(ColdStart client, String supervised) throws IOException, InterruptedException {
        var first = new FirstRuns(folder, mock.aguiUrl(0), ticker, this::add);
        first.unpacking();
        first.local(size.first());
        first.fleet(client, supervised, size.first());
        first.local(size.many());
    }

    /** Measures runs over a fleet of processes on this machine. */
    public void fleet(Class<?> main, String supervised, double bare) throws IOException, InterruptedException {
        var plan = new Up.Plan(new Home(folder.resolve("home")), main, 2, 64, 0, supervised, List.of());
        try (var up = Up.start(plan); var runs = new RemoteRuns(URI.create(up.file().coordinator().url()), null)) {
            var run = new SuiteRun(runs, ticker);
            var first = run.time(Suites.project(folder, mock.aguiUrl(0), size.fleetCases()), 0);
            add(new Figure("up --workers 2, zero latency, first " + size.fleetCases() + " cases",
                    first.casesPerSecond(), "cases/s", first.casesPerSecond() / bare, "bare loop"));
            var next = run.time(Suites.project(folder, mock.aguiUrl(0), size.fleetCases()), 0);
            add(new Figure("up --workers 2, zero latency, next " + size.fleetCases() + " cases",
                    next.casesPerSecond(), "cases/s", next.casesPerSecond() / bare, "bare loop"));
            var ideal = 2 * 64 / 0.1;
            var waiting = run.time(Suites.project(folder, mock.aguiUrl(100), size.fleetCases()), 0);
            add(new Figure("up --workers 2, 100 ms, 128 slots", waiting.casesPerSecond(), "cases/s",
                    waiting.casesPerSecond() / ideal, "ideal"));
        }
    }

    /** Measures limits, shares and early stops, over a fleet of processes on this machine. */
    public void limits(Class<?> main, String supervised, boolean quick) throws IOException, InterruptedException {
        var plan = new Up.Plan(new Home(folder.resolve("home")), main, LimitRuns.WORKERS, LimitRuns.SLOTS, 0,
                supervised, List.of());
        try (var up = Up.start(plan); var runs = new RemoteRuns(URI.create(up.file().coordinator().url()), null)) {
            var limits = new LimitRuns(runs, mock, folder, ticker, this::add);
            limits.parallel();
            limits.rate(quick ? 20 : 60);
            limits.fairness();
            limits.failFast();
        }
    }

    /** Measures one case in its own process, from start to end: the time that a user waits. */
    public void cold(ColdStart start) throws IOException, InterruptedException {
        var project = Suites.project(folder, mock.aguiUrl(0), 1);
        // as the launcher does: the first use unpacks PostgreSQL, which keeps all JIT compilers busy
        var first = start.with("-XX:TieredStopAtLevel=4").withCache(folder.resolve("cache"));
        add(Figure.plain("one case, cold, first use", first.seconds(project, folder.resolve("first-home")), "s"));
        add(Figure.plain("one case, cold, fresh data folder", start.seconds(project, folder.resolve("cold-home")),
                "s"));
        var times = new ArrayList<Double>();
        for (int n = 0; n < 5; n++) {
            times.add(start.seconds(project, folder.resolve("cold-home")));
        }
        times.sort(null);
        add(Figure.plain("one case, cold, existing data folder, median of 5", times.get(times.size() / 2), "s"));
    }

    /** Measures a long run in a small heap: memory must not grow with the run. */
    public void smallHeap(ColdStart start) throws IOException, InterruptedException {
        var project = Suites.project(folder, mock.aguiUrl(0), size.many());
        double seconds = start.with("-Xmx256m").seconds(project, folder.resolve("home"), "--parallel",
                String.valueOf(ZERO_LATENCY_PARALLEL), "--quiet");
        add(Figure.plain("coordinator and worker in one process of -Xmx256m, " + size.many() + " cases",
                size.many() / seconds, "cases/s"));
    }

    /** Measures a process with a small heap, from its start until every case of a large suite is pending in the database. */
    public void reading() throws IOException, InterruptedException {
        var project = Suites.project(folder, mock.aguiUrl(READING_LATENCY_MS), size.large());
        var home = folder.resolve("home");
        LocalFleet.open(new Home(home), 1, Map.of()).close();
        var launch = Launch.of(ReadingProcess.class, project.toString(), home.toString())
                .withJvmOptions("-Xmx256m", "-XX:TieredStopAtLevel=4"); // as the launcher does for such a large file
        long start = ticker.nanos();
        try (var process = ChildProcess.start(launch)) {
            process.firstLine(LONGEST_READING);
            add(Figure.plain(size.large() + " one-line cases, read and pending, in -Xmx256m",
                    (ticker.nanos() - start) / 1e9, "s"));
        }
    }

    /**
     * Compares two stored runs of a large suite, case by case, in a process with a small heap, with the database
     * running.
     */
    public void comparing(Class<?> main) throws IOException, InterruptedException {
        var compared = new CompareTimes(main, folder, ticker);
        try (var _ = compared.written(size.large())) {
            add(Figure.plain("compare, two runs of " + size.large() + " results, -Xmx256m, median of 3",
                    compared.compare(), "s"));
        }
    }

    /** Measures a script host's start and its warm calls, in this process, one at a time. */
    public void scripts() throws IOException, InterruptedException {
        var measured = new ScriptCalls(folder.resolve("scripts"), ticker).measure();
        add(Figure.plain("script host, from its start to the first answer", measured.firstSeconds(), "s"));
        add(Figure.plain("script assertion, warm, 4 KB reply, median", measured.medianMs(), "ms"));
        add(Figure.plain("script assertion, warm, 95 in 100 are faster than", measured.worstMs(), "ms"));
    }

    /** Reports a stored run of a million results again: on the console, and to a file. */
    public void reports(Class<?> main) throws IOException, InterruptedException {
        new ReportTimes(main, folder, ticker).measure(mock.aguiUrl(0), size.large(), this::add);
    }

    /** Measures from the first result read from Kafka to the last row committed in PostgreSQL. */
    public void aggregation(Class<?> main) throws IOException, InterruptedException {
        new Aggregation(main, folder, ticker).measure(mock.aguiUrl(0), size.aggregated(), this::add);
    }

    /** Measures the case history, before and after large runs. */
    public void history() throws IOException {
        new HistoryTimes(folder, ticker).measure(size.large(), this::add);
    }

    private void waiting(Home home, int latencyMs, int parallel, int rounds) throws IOException, InterruptedException {
        try (var fleet = LocalFleet.open(home, parallel, Map.of())) {
            int cases = parallel * rounds;
            var measured = new SuiteRun(fleet.runs(), ticker)
                    .time(Suites.project(folder, mock.aguiUrl(latencyMs), cases), parallel);
            double ideal = parallel * 1000.0 / latencyMs;
            add(new Figure("local, " + latencyMs + " ms, " + parallel + " in parallel, " + cases + " cases",
                    measured.casesPerSecond(), "cases/s", measured.casesPerSecond() / ideal, "ideal"));
        }
    }

    private void add(Figure figure) {
        figures.add(figure);
        tell.accept(figure);
    }

    private static double liveHeapMiB() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / (double) (1 << 20);
    }
}
