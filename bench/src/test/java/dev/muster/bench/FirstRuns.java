package dev.muster.bench;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.Pruning;

/**
 * Measures the first run on tables without PostgreSQL statistics, as on a new machine, in a build, or on every new day,
 * compared with the same run once statistics exist. Each run has processes of its own.
 */
record FirstRuns(Bench bench) {

    private static final int PARALLEL = 64;
    private static final int WORKERS = 2;
    private static final int EARLIER = 10;
    private static final String FLEET_HOME = "first-fleet";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** The duration of a run, and PostgreSQL's processor time. */
    private record Taken(double seconds, double server) {}

    void measure() throws IOException, InterruptedException {
        unpacking();
        local(bench.size().first());
        fleet(bench.size().first());
        local(bench.size().many());
    }

    /** Measures the first use of a machine, compared with one where PostgreSQL is already unpacked. */
    private void unpacking() throws IOException, InterruptedException {
        var project = bench.project(0, 1);
        var packed = local(project, bench.folder().resolve("packed-home"), 0,
                Map.of("XDG_CACHE_HOME", bench.folder().resolve("first-cache").toString()));
        var unpacked = local(project, bench.folder().resolve("unpacked-home"), 0, Map.of());
        bench.tell("one case, empty home, PostgreSQL unpacked into an empty cache", packed.seconds(), "s");
        bench.tell("one case, empty home, PostgreSQL unpacked before", unpacked.seconds(), "s");
    }

    /** Measures local runs in an empty home, again, after ANALYZE, and on the next day. */
    private void local(int cases) throws IOException, InterruptedException {
        var home = bench.folder().resolve("first-home-" + cases);
        var project = bench.project(0, cases);
        var name = cases + " cases, 64 in parallel, local: ";
        var first = local(project, home, 0, Map.of());
        var second = local(project, home, 0, Map.of());
        try (var local = LocalDatabase.open(new Home(home), 1)) {
            local.database().update("ANALYZE");
        }
        var known = local(project, home, 0, Map.of());
        var nextDay = local(project, home, 1, Map.of());
        tell(name + "after ANALYZE", cases, known, known, "run after ANALYZE");
        tell(name + "first run, empty home", cases, first, known, "run after ANALYZE");
        tell(name + "second run", cases, second, known, "run after ANALYZE");
        tell(name + "first run of a new day", cases, nextDay, known, "run after ANALYZE");
    }

    private void tell(String name, int cases, Taken taken, Taken known, String reference) {
        bench.tell(name, taken.seconds(), "s", known.seconds(), reference);
        server(name, cases, taken);
    }

    private void server(String name, int cases, Taken taken) {
        bench.tell(name + ", PostgreSQL per 1,000", taken.server() * 1_000 / cases, "s (cpu)");
    }

    private Taken local(Path project, Path home, int days, Map<String, String> environment)
            throws IOException, InterruptedException {
        var launch = Launch.of(RunProcess.class, project.toString(), home.toString(), String.valueOf(PARALLEL),
                String.valueOf(days)).withEnvironment(environment);
        long start = bench.ticker().nanos();
        try (var process = ChildProcess.start(launch)) {
            double server = Double.parseDouble(process.firstLine(LONGEST));
            return new Taken((bench.ticker().nanos() - start) / 1e9, server);
        }
    }

    /** Measures fleets of new processes: in an empty home, in one with ten runs, and on a day without runs. */
    private void fleet(int cases) throws IOException, InterruptedException {
        var project = bench.project(0, cases);
        var first = fleet(project, 1);
        var _ = fleet(project, EARLIER - 1);
        var known = fleet(project, 1);
        forgetTheDay();
        var newDay = fleet(project, 1);
        var name = cases + " cases, up --workers 2, fresh processes: ";
        bench.tell(name + "ten runs before", known.seconds(), "s");
        server(name + "ten runs before", cases, known);
        tell(name + "empty home", cases, first, known, "run after ten");
        tell(name + "new partitions", cases, newDay, known, "run after ten");
    }

    /** @return the time of the last run, including the client's start */
    private Taken fleet(Path project, int runs) throws IOException, InterruptedException {
        try (var server = EmbeddedDatabase.open(fleetHome())) {
            double seconds = 0;
            double before = 0;
            try (var up = bench.up(FLEET_HOME, WORKERS, PARALLEL)) {
                up.file().write(new Home(fleetHome()).upFile());
                var run = Suites.command(project, "--coordinator", up.file().coordinator().url());
                for (int n = 0; n < runs; n++) {
                    before = ServerTime.seconds(server.pid());
                    seconds = bench.seconds(() -> bench.muster(fleetHome(), 0, List.of(), run));
                }
            }
            return new Taken(seconds, ServerTime.seconds(server.pid()) - before);
        }
    }

    private Path fleetHome() {
        return bench.folder().resolve(FLEET_HOME);
    }

    /** Drops the day's partitions with all runs; the next run creates new ones, as on another day. */
    private void forgetTheDay() throws IOException {
        try (var local = LocalDatabase.open(new Home(fleetHome()), 2)) {
            var pruning = new Pruning(local.database(), Instant.now().plus(Duration.ofDays(3)));
            var _ = pruning.carryOut(pruning.plan(null, 0));
        }
    }

    /** Runs one suite in its own process, today or on a later day, and prints PostgreSQL's processor time for it. */
    static final class RunProcess {

        /** @param arguments the project folder, a {@code $MUSTER_HOME}, cases at once, days from today */
        static void main(String[] arguments) throws IOException, InterruptedException {
            var home = new Home(Path.of(arguments[1]));
            int parallel = Integer.parseInt(arguments[2]);
            var clock = Clock.offset(Clock.system(ZoneOffset.UTC), Duration.ofDays(Integer.parseInt(arguments[3])));
            double took;
            try (var server = EmbeddedDatabase.open(home.folder())) {
                double before = ServerTime.seconds(server.pid());
                try (var fleet = LocalFleet.open(home, parallel, Map.of(), clock)) {
                    var _ = new Suites.SuiteRun(fleet.runs(), Ticker.system()).time(Path.of(arguments[0]), parallel);
                }
                took = ServerTime.seconds(server.pid()) - before;
            }
            System.out.println(took);
        }
    }

    /** Processor time of a PostgreSQL server: of its postmaster, its child processes, and those that have ended. */
    private static final class ServerTime {

        /** Linux counts in hundredths of a second; Java can't ask for the real value. */
        private static final double TICKS = 100;
        /** Index after the name, which is in brackets and may contain spaces. */
        private static final int OWN = 11;
        private static final int WITH_THOSE_GONE = 4;
        private static final int ALONE = 2;

        /** Returns the processor seconds of the server since it started, by the process id of its postmaster. */
        static double seconds(long pid) {
            if (!Files.exists(Path.of("/proc/self/stat"))) {
                return ProcessHandle.of(pid).stream().flatMap(each -> Stream.concat(Stream.of(each), each.children()))
                        .mapToDouble(Bench::cpuSeconds)
                        .sum();
            }
            long before;
            long children;
            do {
                before = ticks(pid, WITH_THOSE_GONE);
                children = 0;
                for (var child : ProcessHandle.of(pid).stream().flatMap(ProcessHandle::children).toList()) {
                    children += ticks(child.pid(), ALONE);
                }
                // a child that ended meanwhile would count twice or not at all
            } while (before != ticks(pid, WITH_THOSE_GONE));
            return (before + children) / TICKS;
        }

        private static long ticks(long pid, int fields) {
            var text = stat(pid);
            if (text.isEmpty()) {
                return 0;
            }
            return Arrays.stream(text.substring(text.lastIndexOf(')') + 2).split(" ", -1)).skip(OWN).limit(fields)
                    .mapToLong(Long::parseLong).sum();
        }

        /** Empty for a process that has ended. */
        private static String stat(long pid) {
            try {
                return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            } catch (IOException e) {
                return "";
            }
        }
    }
}
