package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.up.Up;
import dev.muster.cli.up.UpFile;
import dev.muster.common.access.Credentials;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.DatabaseAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a worker process with SIGKILL during a run: every case still has one result, only the dead worker's cases in
 * flight ran twice, and they run again soon.
 */
final class KilledWorkerIT {

    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    private static Path folder;

    /** The size that the project promises: 2,000 cases of a second over two workers of 64 slots. */
    @Test
    @Tag("full")
    void nothingIsLostAndNothingCountsTwiceInALongRun() throws Exception {
        killOneOfTwo(2_000, 64);
    }

    private static void killOneOfTwo(int cases, int slots) throws Exception {
        var plan = new Up.Plan(new Home(folder.resolve("home-" + cases)), Main.class, 2, slots, 0);
        try (var agent = MockAgentProcess.start();
                var up = Up.start(plan);
                var runs = new RemoteRuns(Coordinators.parse(up.file().coordinator().url()),
                        new Credentials(up.file().token(), null));
                var suite = Suite.read(wanted(), project(agent.aguiUrl(1_000), cases), true);
                var resolved = suite.spool().read()) {
            var run = runs.submit(suite.request(new CaseFiles.None()), resolved);
            var killing = new Killing(up.file(), agent, cases / 3, slots);

            var ended = new Follower(runs).follow(run, killing);

            assertThat(ended.counts().passed()).isEqualTo(cases);
            assertOneResultEach(up.file(), run, cases);
            assertThat(killing.runAgainAfter()).isLessThan(SOON);
            var twice = agent.stats().byMessage().values().stream().filter(count -> count > 1).count();
            assertThat(twice).isPositive().isLessThanOrEqualTo(slots);
            assertThat(agent.stats().byMessage().values()).allMatch(count -> count <= 2);
        }
    }

    /** Kills a worker once enough cases are done, then measures when the first of its cases is called again. */
    private static final class Killing implements RunListener {

        private final UpFile up;
        private final MockAgentProcess agent;
        private final int after;
        private final int slots;
        private int done;
        private long killedAt;
        private Duration runAgainAfter = Duration.ofDays(1);

        Killing(UpFile up, MockAgentProcess agent, int after, int slots) {
            this.up = up;
            this.agent = agent;
            this.after = after;
            this.slots = slots;
        }

        @Override
        public void results(List<StoredCase> batch) throws IOException {
            done += batch.size();
            if (done >= after && killedAt == 0) {
                kill();
            }
        }

        @Override
        public void progress(StoredRun run) {
            // results tell
        }

        Duration runAgainAfter() {
            return runAgainAfter;
        }

        private void kill() {
            ProcessHandle.of(up.workers().getFirst().pid()).orElseThrow().destroyForcibly();
            killedAt = System.nanoTime();
            Thread.ofVirtual().start(this::watch);
        }

        private void watch() {
            try {
                eventually("its cases run again",
                        () -> agent.stats().byMessage().values().stream().anyMatch(count -> count > 1));
                runAgainAfter = Duration.ofNanos(System.nanoTime() - killedAt);
            } catch (Exception e) {
                runAgainAfter = Duration.ofDays(slots);
            }
        }
    }

    private static RunOptions wanted() {
        return RunOptions.of(List.of("suite.jsonl"));
    }

    private static Path project(String agentUrl, int cases) throws Exception {
        var project = Files.createDirectory(folder.resolve("project-" + cases));
        Files.writeString(project.resolve("muster.yaml"),
                "agents: { mock: { protocol: ag-ui, url: \"" + agentUrl + "\" } }\n");
        Files.write(project.resolve("suite.jsonl"), IntStream.range(0, cases)
                .mapToObj(n -> "{\"id\": \"c" + n + "\", \"input\": \"case " + n + "\"}").toList());
        return project;
    }

    private static void assertOneResultEach(UpFile up, String run, int cases) {
        try (var database = Database.open(new DatabaseAddress(up.database().url(), null, null), 1)) {
            var numbers = database.list("SELECT number FROM results WHERE run_id = @run ORDER BY number",
                    row -> row.getInt(1), "run", run);
            assertThat(numbers).isEqualTo(IntStream.range(0, cases).boxed().toList());
            var kinds = database.list("SELECT DISTINCT kind FROM attempts WHERE run_id = @run", row -> row.getString(1),
                    "run", run);
            assertThat(kinds).isSubsetOf("worker_lost", "superseded").contains("worker_lost");
        }
    }
}
