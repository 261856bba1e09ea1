package dev.muster.bench;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunCounts;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;

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
        var wanted = Suites.OPTIONS.with(RunOptions.Running.parallel(parallel));
        try (var suite = Suite.read(wanted, project, true);
                var cases = suite.spool().read();
                var files = ResultFiles.open(List.of(project.resolve("results.jsonl")))) {
            var run = runs.submit(suite.request(new CaseFiles.None()), cases);
            files.begin(new RunHead(run, suite.agentsShown(), List.of(), wanted.inputs(), suite.cases(),
                    Instant.now()));
            var ended = new Follower(runs).follow(run, new Writing(files));
            var took = Duration.ofNanos(ticker.nanos() - start);
            files.end(ended.state(), ended.stopReason(), took, ExitCode.PASSED);
            return judged(new Measured(took, ended.counts()));
        } catch (RefusedRun | OutputFault e) {
            throw new IOException(e);
        }
    }

    /** Fails if any case failed: a rate that includes failures says nothing. */
    private static Measured judged(Measured measured) throws IOException {
        if (measured.counts().passed() != measured.counts().total()) {
            throw new IOException("not every case of the benchmark passed: " + measured.counts());
        }
        return measured;
    }

    private record Writing(ResultFiles files) implements Follower.Listener {

        @Override
        public void results(List<StoredCase> batch) throws IOException {
            files.write(batch);
        }

        @Override
        public void progress(StoredRun run) {
            // no listener
        }
    }
}
