package dev.muster.bench;

import module java.base;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.Pruning;
import dev.muster.deploy.embedded.EmbeddedDatabase;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;
import dev.muster.deploy.up.Up;

/**
 * Measures the first run on tables without PostgreSQL statistics, as on a new machine, in a build, or on every new day,
 * compared with the same run once statistics exist. Each run has processes of its own.
 */
final class FirstRuns {

    private static final int PARALLEL = 64;
    private static final int WORKERS = 2;
    private static final int EARLIER = 10;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Path folder;
    private final String agent;
    private final Ticker ticker;
    private final Consumer<Figure> tell;

    FirstRuns(Path folder, String agent, Ticker ticker, Consumer<Figure> tell) {
        this.folder = folder;
        this.agent = agent;
        this.ticker = ticker;
        this.tell = tell;
    }

    /** The duration of a run, and PostgreSQL's processor time. */
    private record Taken(double seconds, double server) {}

    /** Measures the first use of a machine, compared with one where PostgreSQL is already unpacked. */
    void unpacking() throws IOException, InterruptedException {
        var project = Suites.project(folder, agent, 1);
        var packed = local(project, folder.resolve("packed-home"), 0,
                Map.of("XDG_CACHE_HOME", folder.resolve("first-cache").toString()));
        var unpacked = local(project, folder.resolve("unpacked-home"), 0, Map.of());
        tell.accept(Figure.plain("one case, empty home, PostgreSQL unpacked into an empty cache", packed.seconds(),
                "s"));
        tell.accept(Figure.plain("one case, empty home, PostgreSQL unpacked before", unpacked.seconds(), "s"));
    }

    /** Measures local runs in an empty home, again, after ANALYZE, and on the next day. */
    void local(int cases) throws IOException, InterruptedException {
        var home = folder.resolve("first-home-" + cases);
        var project = Suites.project(folder, agent, cases);
        var name = cases + " cases, 64 in parallel, local: ";
        var first = local(project, home, 0, Map.of());
        var second = local(project, home, 0, Map.of());
        try (var local = LocalDatabase.open(new Home(home), 1)) {
            local.database().update("ANALYZE");
        }
        var known = local(project, home, 0, Map.of());
        var nextDay = local(project, home, 1, Map.of());
        tell(name + "after ANALYZE", cases, known, known);
        tell(name + "first run, empty home", cases, first, known);
        tell(name + "second run", cases, second, known);
        tell(name + "first run of a new day", cases, nextDay, known);
    }

    private void tell(String name, int cases, Taken taken, Taken known) {
        tell.accept(new Figure(name, taken.seconds(), "s", taken.seconds() / known.seconds(), "run after ANALYZE"));
        server(name, cases, taken);
    }

    private void server(String name, int cases, Taken taken) {
        tell.accept(Figure.plain(name + ", PostgreSQL per 1,000", taken.server() * 1_000 / cases, "s (cpu)"));
    }

    private Taken local(Path project, Path home, int days, Map<String, String> environment)
            throws IOException, InterruptedException {
        var launch = Launch.of(RunProcess.class, project.toString(), home.toString(), String.valueOf(PARALLEL),
                String.valueOf(days)).withEnvironment(environment);
        long start = ticker.nanos();
        try (var process = ChildProcess.start(launch)) {
            double server = Double.parseDouble(process.firstLine(LONGEST));
            return new Taken((ticker.nanos() - start) / 1e9, server);
        }
    }

    /** Measures fleets of new processes: in an empty home, in one with ten runs, and on a day without runs. */
    void fleet(ColdStart client, String supervised, int cases) throws IOException, InterruptedException {
        var home = new Home(folder.resolve("first-fleet"));
        var plan = new Up.Plan(home, client.main(), WORKERS, PARALLEL, 0, supervised, List.of());
        var project = Suites.project(folder, agent, cases);
        var first = fleet(plan, client, project, 1);
        var _ = fleet(plan, client, project, EARLIER - 1);
        var known = fleet(plan, client, project, 1);
        forgetTheDay(home);
        var newDay = fleet(plan, client, project, 1);
        var name = cases + " cases, up --workers 2, fresh processes: ";
        tell.accept(Figure.plain(name + "ten runs before", known.seconds(), "s"));
        server(name + "ten runs before", cases, known);
        ofTheTenth(name + "empty home", cases, first, known);
        ofTheTenth(name + "new partitions", cases, newDay, known);
    }

    private void ofTheTenth(String name, int cases, Taken taken, Taken known) {
        tell.accept(new Figure(name, taken.seconds(), "s", taken.seconds() / known.seconds(), "run after ten"));
        server(name, cases, taken);
    }

    /** @return the time of the last run, including the client's start */
    private Taken fleet(Up.Plan plan, ColdStart client, Path project, int runs)
            throws IOException, InterruptedException {
        try (var server = EmbeddedDatabase.open(plan.home().folder())) {
            double seconds = 0;
            double before = 0;
            try (var up = Up.start(plan)) {
                for (int n = 0; n < runs; n++) {
                    before = ServerTime.seconds(server.pid());
                    seconds = client.seconds(project, plan.home().folder(), "--coordinator",
                            up.file().coordinator().url());
                }
            }
            return new Taken(seconds, ServerTime.seconds(server.pid()) - before);
        }
    }

    /** Drops the day's partitions with all runs; the next run creates new ones, as on another day. */
    private static void forgetTheDay(Home home) throws IOException {
        try (var local = LocalDatabase.open(home, 2)) {
            var pruning = new Pruning(local.database(), Instant.now().plus(Duration.ofDays(3)));
            var _ = pruning.carryOut(pruning.plan(null, 0));
        }
    }
}
