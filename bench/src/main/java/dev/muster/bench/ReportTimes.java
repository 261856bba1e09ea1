package dev.muster.bench;

import module java.base;
import dev.muster.common.process.Launch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;
import java.lang.ProcessBuilder.Redirect;

/**
 * Measures {@code muster report} of a large run, each in its own process, from start to end.
 *
 * @param main the command's main class
 * @param folder holds the database and the output
 */
record ReportTimes(Class<?> main, Path folder, Ticker ticker) {

    private static final int FAILING = 7;
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /** @param agentUrl an agent that answers at once */
    void measure(String agentUrl, int results, Consumer<Figure> tell) throws IOException, InterruptedException {
        var home = new Home(folder.resolve("home"));
        try (var database = LocalDatabase.open(home, 2)) { // keeps the server running between the commands
            var run = LargeRun.make(database.database(), source(home, database, agentUrl), results);
            database.database().update("ANALYZE");
            tell.accept(Figure.plain("report of " + results + " results in -Xmx256m, the console",
                    seconds(home, FIRST_COMPILER, "report", run), "s"));
            double took = seconds(home, "-XX:TieredStopAtLevel=4", "report", run, "-o",
                    folder.resolve("results.jsonl").toString());
            tell.accept(Figure.plain("the same, console and JSONL", results / took, "results/s"));
            whole(results);
        }
    }

    /** Returns a small run that really ran. */
    private String source(Home home, LocalDatabase database, String agentUrl)
            throws IOException, InterruptedException {
        var project = Suites.failing(folder, agentUrl, FAILING + 1, FAILING);
        double _ = seconds(home, FIRST_COMPILER, "run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString());
        return new RunTable(database.database()).newest(1).getFirst().id();
    }

    private void whole(int results) throws IOException {
        try (var lines = Files.lines(folder.resolve("results.jsonl"))) {
            if (lines.count() != results) {
                throw new IOException("the report's file has not " + results + " lines");
            }
        }
    }

    private double seconds(Home home, String compilers, String... words) throws IOException, InterruptedException {
        var log = folder.resolve("report.log");
        var launch = Launch.of(main, words).withJvmOptions("-Xmx256m", compilers)
                .withEnvironment(Map.of("MUSTER_HOME", home.folder().toString()));
        long start = ticker.nanos();
        int code = launch.inBackground(Redirect.to(log.toFile())).waitFor();
        double took = (ticker.nanos() - start) / 1e9;
        if (code != 1) { // some cases failed
            throw new IOException("muster " + words[0] + " exited with " + code + ": " + Files.readString(log));
        }
        return took;
    }
}
