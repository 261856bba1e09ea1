package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.common.result.Status;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.CaseDefinition;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stopping;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.CaseTable;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.RunTable;
import dev.muster.coordinator.store.StoreException;
import dev.muster.worker.setup.Workspaces;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a run continues, or says why it does not, whatever happens to it or its fleet. */
@Timeout(120)
final class LivenessIT {

    private static final LeaderSettings QUICK = new LeaderSettings(Duration.ofSeconds(2), Duration.ofMillis(100),
            Duration.ofMillis(500), 20_000, Duration.ofMinutes(1));
    private static final CaseNeeds COMMANDS = new CaseNeeds(Set.of(), Set.of(Hello.ALLOW_COMMANDS),
            new CaseFiles.None());

    @TempDir
    private static Path home;

    private static LocalDatabase database;
    private static MockAgent agent;

    private final String fleet = "liveness-" + UUID.randomUUID();
    private final Channel channel = new MemoryChannel(InstantSource.system(), 3);
    private final List<WorkerParts> workers = new ArrayList<>();
    private LeaderSettings settings = QUICK;
    private Coordinator coordinator;

    @BeforeAll
    static void startServers() throws Exception {
        database = LocalDatabase.open(new Home(home), 8);
        agent = MockAgent.start(0, 0);
    }

    @AfterAll
    static void stopServers() {
        agent.close();
        database.close();
    }

    @BeforeEach
    void lead() {
        coordinator = Coordinator.start(channel, database.database(),
                Leadership.take(database.database(), fleet, "test"),
                settings, InstantSource.system());
    }

    @AfterEach
    void stopAll() {
        workers.forEach(WorkerParts::close);
        coordinator.close();
        channel.close();
    }

    @Test
    void aCaseThatCantBeReadEndsAsAnErrorAndItsNeighboursGoOn() throws Exception {
        var run = submit(TestSuites.of(url(0), 20));
        coordinator.close();
        execute("UPDATE case_definitions SET definition = '{\"broken\"' WHERE number = 3 AND run_id = @run", "run",
                run);
        execute("UPDATE case_definitions SET definition = replace(definition, '\"agent\":\"mock\"', '\"agent\":\"gone\"') "
                + "WHERE number = 5 AND run_id = @run", "run", run);
        lead();
        worker("one", false);

        var results = new ArrayList<StoredCase>();
        var ended = follow(run, results);

        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.counts().passed()).isEqualTo(18);
        assertThat(results).hasSize(20).filteredOn(each -> each.result().verdict().status() == Status.ERROR)
                .extracting(each -> each.ref().number()).containsExactlyInAnyOrder(3, 5);
        assertThat(results).filteredOn(each -> each.ref().number() == 3).singleElement().satisfies(each -> {
            assertThat(each.result().identity().id()).isEqualTo("c3");
            assertThat(each.result().verdict().error()).startsWith("its stored definition can't be read (");
        });
    }

    @Test
    void aRunWhoseSettingsCantBeReadIsParkedAndTheOthersGoOn() throws Exception {
        var broken = submit(TestSuites.of(url(0), 5));
        var sound = submit(TestSuites.of(url(0), 5));
        coordinator.close();
        execute("UPDATE runs SET settings = '[\"broken\"]' WHERE run_id = @run", "run", broken);
        lead();
        worker("one", false);

        assertThat(follow(sound, new ArrayList<>()).counts().passed()).isEqualTo(5);
        assertThat(text("SELECT state || ': ' || stop_reason FROM runs WHERE run_id = @run", "run", broken))
                .startsWith("interrupted: its settings can't be read (");
    }

    /** For example, a run started by a leader that had been replaced. */
    @Test
    @Tag("slow")
    void aRunningRunThatNobodyKnowsIsTakenUp() throws Exception {
        worker("one", false);
        var suite = TestSuites.of(url(0), 7);
        var run = "stranger-" + UUID.randomUUID();
        new RunTable(database.database()).create(run, fleet, "mock", suite.request().settings());
        var _ = new CaseTable(database.database()).store(run, 1, suite.cases());
        new RunTable(database.database()).start(run, 7);

        assertThat(follow(run, new ArrayList<>()).counts().passed()).isEqualTo(7);
    }

    @Test
    void aRunningRunThatNobodyKnowsCanBeStopped() throws Exception {
        var suite = TestSuites.of(url(0), 7);
        var run = "stranger-" + UUID.randomUUID();
        new RunTable(database.database()).create(run, fleet, "mock", suite.request().settings());
        var _ = new CaseTable(database.database()).store(run, 1, suite.cases());
        new RunTable(database.database()).start(run, 7);

        coordinator.stop(run, Stopping.cancelled("enough", Duration.ZERO));

        var ended = follow(run, new ArrayList<>());
        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.counts().cancelled()).isEqualTo(7);
    }

    /** It was frozen during the submission, and another coordinator led meanwhile. */
    @Test
    void aLeaderThatWasReplacedStartsNoRun() throws Exception {
        var suite = TestSuites.of(url(0), 5);

        assertThatThrownBy(() -> coordinator.submit(suite.request(), afterLast(suite.cases(), () -> execute(
                "UPDATE leadership SET epoch = epoch + 1 WHERE fleet = @fleet", "fleet", fleet))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another coordinator leads fleet '" + fleet + "'").hasMessageContaining(
                        "send it again");

        assertThat(text("SELECT string_agg(state, ' ') FROM runs WHERE fleet = @fleet", "fleet", fleet))
                .isEqualTo("preparing");
        assertThat(text("SELECT count(*)::text FROM case_definitions JOIN runs USING (run_id) WHERE fleet = @fleet",
                "fleet", fleet))
                .isEqualTo("0");
        eventually("it finds out", () -> coordinator.lost());
    }

    @Test
    void aRunThatWasGivenUpIsNotStarted() throws Exception {
        var run = "given-up-" + UUID.randomUUID();
        var runs = new RunTable(database.database());
        runs.create(run, fleet, "mock", TestSuites.of(url(0), 1).request().settings());
        execute("UPDATE runs SET state = 'stopped' WHERE run_id = @run", "run", run);

        assertThatThrownBy(() -> runs.start(run, 1)).isInstanceOf(StoreException.class)
                .hasMessage("run " + run + " was abandoned while its suite was being sent; send it again");
    }

    @Test
    @Tag("slow")
    void aResumeWaitsForTheEndOfARunThatIsBeingStopped() throws Exception {
        worker("one", false);
        var run = submit(TestSuites.of(url(1_500), 24));
        eventually("all slots are taken", () -> assigned() == 8);

        coordinator.stop(run, Stopping.cancelled("enough", Duration.ofSeconds(10)));
        var resumed = coordinator.rerun(run, RerunRequest.REST);

        assertThat(resumed.run()).isEqualTo(run);
        var ended = follow(run, new ArrayList<>());
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.stopReason()).isNull();
        assertThat(ended.counts().passed()).isEqualTo(24);
        assertThat(ended.counts().cancelled()).isZero();
    }

    /** Storing the end of a large run takes time. */
    @Tag("slow")
    @Test
    void aResumeRightAfterTheEndOfACancelledRunRunsWhatWasCancelled() throws Exception {
        worker("one", false);
        var run = submit(TestSuites.of(url(20), 3_000));
        eventually("it is under way", () -> assigned() > 0);

        for (int n = 0; n < 3; n++) {
            coordinator.stop(run, Stopping.cancelled("enough", Duration.ZERO));
            coordinator.rerun(run, RerunRequest.REST);
        }

        var results = new ArrayList<StoredCase>();
        var ended = follow(run, results);
        assertThat(ended.state()).isEqualTo(RunState.FINISHED);
        assertThat(ended.counts().passed()).isEqualTo(3_000);
        assertThat(ended.counts().cancelled()).isZero();
        assertThat(
                text("SELECT count(*) || ' ' || count(DISTINCT number) FROM results WHERE run_id = @run", "run", run))
                .isEqualTo("3000 3000");
    }

    @Test
    void aRunWaitsForTheOnlyWorkerThatCanRunItToComeBack() throws Exception {
        worker("strict", false);
        var lenient = worker("lenient", true);
        var run = submit(TestSuites.of(url(50), 100).needing(COMMANDS));
        eventually("it is under way", () -> assigned() > 0);
        lenient.drain();
        lenient.awaitEnd();
        workers.remove(lenient);
        eventually("the client hears of it", () -> String.valueOf(coordinator.follow(run, Long.MAX_VALUE - 1,
                Duration.ZERO).orElseThrow().waiting()).startsWith("no worker was started with --allow-commands"));

        worker("lenient again", true);

        assertThat(follow(run, new ArrayList<>()).counts().passed()).isEqualTo(100);
    }

    @Test
    void aRunThatNobodyCanRunIsStoppedAfterTheGraceTime() throws Exception {
        coordinator.close();
        settings = QUICK.withWorkerGrace(Duration.ofSeconds(1));
        lead();
        worker("strict", false);
        var lenient = worker("lenient", true);
        var run = submit(TestSuites.of(url(50), 100).needing(COMMANDS));
        eventually("it is under way", () -> assigned() > 0);
        lenient.drain();

        var ended = follow(run, new ArrayList<>());

        assertThat(ended.state()).isEqualTo(RunState.STOPPED);
        assertThat(ended.stopReason()).startsWith("no worker was started with --allow-commands");
    }

    @Test
    void aWorkerThatDrainsWhileNobodyLeadsIsDrainedAndNotLost() throws Exception {
        var leaving = worker("leaving", false);
        var run = submit(TestSuites.of(url(300), 30));
        eventually("all slots are taken", () -> assigned() == 8);
        eventually("it is stored where workers were heard",
                () -> text("SELECT count(*)::text FROM workers_read WHERE fleet = @fleet", "fleet", fleet).equals("1"));

        coordinator.close();
        leaving.drain();
        leaving.awaitEnd();
        workers.remove(leaving);
        lead();
        worker("staying", false);

        assertThat(follow(run, new ArrayList<>()).counts().passed()).isEqualTo(30);
        assertThat(text("SELECT count(*)::text FROM attempts WHERE run_id = @run", "run", run)).isEqualTo("0");
        assertThat(text("SELECT string_agg(state, ' ' ORDER BY joined_at) FROM workers WHERE fleet = @fleet", "fleet",
                fleet))
                .isEqualTo("left joined");
    }

    private static String url(int latencyMs) {
        return agent.baseUrl() + "/ag-ui?latency=" + latencyMs;
    }

    private WorkerParts worker(String name, boolean commands) throws Exception {
        var worker = TestWorker.start(channel, fleet, name, 8, Workspaces.IN_PLACE, commands);
        workers.add(worker);
        eventually(name + " joined", () -> coordinator.status().workers().stream()
                .anyMatch(each -> each.worker().equals(name) && each.state().equals("active")));
        return worker;
    }

    private String submit(TestSuites suite) throws Exception {
        return coordinator.submit(suite.request(), suite.cases());
    }

    private StoredRun follow(String run, List<StoredCase> results) throws Exception {
        return new Follower(coordinator).follow(run, new RunListener() {
            @Override
            public void results(List<StoredCase> batch) {
                results.addAll(batch);
            }

            @Override
            public void progress(StoredRun progress) {
                // only its end counts
            }
        });
    }

    private int assigned() {
        return coordinator.status().workers().stream().mapToInt(worker -> worker.assigned()).sum();
    }

    private static void execute(String sql, String... value) {
        var _ = database.database().update(sql, (Object[]) value);
    }

    private static String text(String sql, String... value) {
        return String.valueOf(database.database().list(sql, row -> String.valueOf(row.getString(1)),
                (Object[]) value).getFirst());
    }

    private static Iterator<CaseDefinition> afterLast(Iterator<CaseDefinition> cases, Runnable then) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return cases.hasNext();
            }

            @Override
            public CaseDefinition next() {
                var next = cases.next();
                if (!cases.hasNext()) {
                    then.run();
                }
                return next;
            }
        };
    }
}
