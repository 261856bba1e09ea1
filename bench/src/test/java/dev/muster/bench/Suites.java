package dev.muster.bench;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunCounts;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredCase;

/** The measured projects: one agent, and a suite of the requested number of cases. */
final class Suites {

    static final RunOptions OPTIONS = RunOptions.of(List.of("suite.jsonl"));

    /** Creates a project folder whose only agent is the mock with that latency. */
    static Path project(Path parent, String agentUrl, int cases) throws IOException {
        return failing(parent, agentUrl, cases, -1);
    }

    /** Creates the same with one case, by its number, that can't pass. */
    static Path failing(Path parent, String agentUrl, int cases, int failing) throws IOException {
        return of(parent, "{ protocol: ag-ui, url: \"" + agentUrl + "\" }", cases, failing);
    }

    /** @param agent its description in YAML, on one line */
    static Path of(Path parent, String agent, int cases, int failing) throws IOException {
        var folder = Files.createTempDirectory(parent, "suite-");
        Files.writeString(folder.resolve("muster.yaml"), "agents:\n  mock: " + agent + "\n");
        try (Writer suite = Files.newBufferedWriter(folder.resolve("suite.jsonl"))) {
            for (int n = 0; n < cases; n++) {
                suite.write("{\"id\": \"c" + n + "\", \"input\": \"Is case " + n
                        + " fine?\", \"assertions\": [{\"type\": \"regex\", \"pattern\": \""
                        + (n == failing ? "never said" : "\\\\w") + "\"}]}\n");
            }
        }
        return folder;
    }

    /** Returns the words of a {@code muster run} of that project. */
    static String[] command(Path project, String... more) {
        return Stream.concat(Stream.of("run", "-i", project.resolve("suite.jsonl").toString(), "--config",
                project.resolve("muster.yaml").toString(), "-o", project.resolve("results.jsonl").toString()),
                Stream.of(more)).toArray(String[]::new);
    }

    /** @return the run's id */
    static String submit(Runs runs, Path project, RunOptions options) throws IOException {
        try (var suite = Suite.read(options, project, true); var cases = suite.spool().read()) {
            return runs.submit(suite.request(new CaseFiles.None()), cases);
        } catch (RefusedRun e) {
            throw new IOException(e);
        }
    }

    /** Times what {@code muster run -o} does, from reading the suite to the last line of the result file. */
    record SuiteRun(Runs runs, Ticker ticker) {

        /** The duration, and how the cases ended. */
        record Measured(Duration took, RunCounts counts) {

            double casesPerSecond() {
                return counts.total() / (took.toNanos() / 1e9);
            }
        }

        Measured time(Path project, int parallel) throws IOException, InterruptedException {
            long start = ticker.nanos();
            var wanted = OPTIONS.with(RunPace.parallel(parallel));
            try (var suite = Suite.read(wanted, project, true);
                    var cases = suite.spool().read();
                    var files = ResultFiles.open(List.of(project.resolve("results.jsonl")))) {
                var run = runs.submit(suite.request(new CaseFiles.None()), cases);
                files.begin(new RunHead(run, suite.agentsShown(), List.of(), wanted.inputs(), suite.cases(),
                        Instant.now()));
                var ended = new Follower(runs).follow(run, new Writing(files));
                var took = Duration.ofNanos(ticker.nanos() - start);
                files.end(ended.state(), ended.stopReason(), took, ExitCode.PASSED);
                if (ended.counts().passed() != ended.counts().total()) { // a rate that includes failures says nothing
                    throw new IOException("not every case of the benchmark passed: " + ended.counts());
                }
                return new Measured(took, ended.counts());
            } catch (RefusedRun | OutputFault e) {
                throw new IOException(e);
            }
        }

        private record Writing(ResultFiles files) implements RunListener {

            @Override
            public void results(List<StoredCase> batch) throws IOException {
                files.write(batch);
            }
        }
    }
}
