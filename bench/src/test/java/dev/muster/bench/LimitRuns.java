package dev.muster.bench;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Runs;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/** Measures how a fleet of four workers with 32 slots each keeps limits, as seen by the mock agent. */
record LimitRuns(Bench bench, Runs runs, MockAgentProcess mock) {

    private static final int WORKERS = 4;
    private static final int SLOTS = 32;

    private static final int RATE = 50;
    private static final int SETTLED_SECONDS = 10;
    private static final int PARALLEL = 7;
    private static final int BIG = 20_000;
    private static final int FEW = 20;
    private static final int MANY = 10_000;

    static void measure(Bench bench) throws IOException, InterruptedException {
        try (var up = bench.up("home", WORKERS, SLOTS); var runs = Bench.remote(up)) {
            var limits = new LimitRuns(bench, runs, bench.mock());
            limits.parallel();
            limits.rate(bench.size().rateSeconds());
            limits.fairness();
            limits.failFast();
        }
    }

    /** Calls an agent that takes 50 calls in any second, which the caller does not know. */
    void rate(int seconds) throws IOException, InterruptedException {
        mock.reset();
        var project = Suites.project(bench.folder(), mock.aguiUrl(20) + "&rate=" + RATE, RATE * seconds);
        var run = started(project, 0, false);
        var rest = new CountDownLatch(1);
        var _ = rest.await(SETTLED_SECONDS, TimeUnit.SECONDS);
        var settled = mock.stats();
        long from = bench.ticker().nanos();
        var all = ended(run);
        var end = mock.stats();
        double taken = end.calls() - end.sentAway() - (double) (settled.calls() - settled.sentAway());
        double sentAway = end.sentAway() - (double) settled.sentAway();
        bench.tell("an agent that takes 50 calls/s, 4 workers: goodput after 10 s",
                taken / ((bench.ticker().nanos() - from) / 1e9), "calls/s", RATE, "rate");
        bench.tell("of all calls after 10 s, sent away with 429", 100 * sentAway / (taken + sentAway), "%");
        bench.tell("cases that did not pass", all.counts().total() - (double) all.counts().passed(), "cases");
    }

    /** Runs with at most seven cases in flight. */
    void parallel() throws IOException, InterruptedException {
        mock.reset();
        ended(started(Suites.project(bench.folder(), mock.aguiUrl(100), 100 * PARALLEL), PARALLEL, false));
        bench.tell("most calls in flight with --parallel 7 over 4 workers", mock.stats().mostInFlight(), "calls");
    }

    /** Runs a few cases behind a run that has all slots, as new and as known cases, and alone. */
    void fairness() throws IOException, InterruptedException {
        var url = mock.aguiUrl(1_000) + "&spread=4000";
        var few = Suites.project(bench.folder(), url, FEW);
        var big = started(Suites.project(bench.folder(), url, BIG), 0, false);
        while (mock.stats().calls() < FEW + 3L * WORKERS * SLOTS) {
            var _ = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
        }
        double first = seconds(few);
        double again = seconds(few);
        stop(big);
        ended(big);
        double alone = seconds(few);
        bench.tell("20 cases of 1 to 5 s alone", alone, "s");
        bench.tell("the same behind 20,000 cases that have all 128 slots", first, "s", alone, "time alone");
        bench.tell("the same again: it is known which take longest", again, "s", alone, "time alone");
    }

    /** Measures how long cases still start after the first failure. */
    void failFast() throws IOException, InterruptedException {
        var project = Suites.failing(bench.folder(), mock.aguiUrl(200), MANY, 1_000);
        var starts = new Starts();
        new Follower(runs).follow(started(project, 0, true), starts);
        bench.tell("--fail-fast of 10,000 cases: last start after the first failure", starts.lateSeconds(), "s");
    }

    private void stop(String run) throws IOException {
        try {
            runs.stop(run, Stopping.cancelled("measured", Duration.ZERO));
        } catch (RefusedRun e) {
            throw new IOException(e);
        }
    }

    private double seconds(Path project) throws IOException, InterruptedException {
        return bench.seconds(() -> ended(started(project, 0, false)));
    }

    private String started(Path project, int parallel, boolean failFast) throws IOException {
        return Suites.submit(runs, project, Suites.OPTIONS.with(new RunPace(null, parallel, failFast, 0)));
    }

    private StoredRun ended(String run) throws IOException, InterruptedException {
        return new Follower(runs).follow(run, new Starts());
    }

    /** When cases started, and when the first failed one ended, by this machine's clock. */
    private static final class Starts implements RunListener {

        private @Nullable Instant failed;
        private Instant last = Instant.MIN;

        @Override
        public void results(List<StoredCase> batch) {
            for (var each : batch) {
                var result = each.result();
                if (result.verdict().status() == Status.FAILED) {
                    var end = result.timing().startedAt().plusMillis(result.timing().durationMs());
                    failed = failed == null || end.isBefore(failed) ? end : failed;
                }
                if (each.worker() != null && result.timing().startedAt().isAfter(last)) {
                    last = result.timing().startedAt();
                }
            }
        }

        double lateSeconds() {
            return failed == null ? Double.NaN : Duration.between(failed, last).toMillis() / 1000.0;
        }
    }
}
