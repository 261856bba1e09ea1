package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.channel.Channel;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.WorkerMessage.Hello;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.CaseNeeds;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.ResultTable;
import dev.muster.system.FreshDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A coordinator and workers over a channel, and what tests of a fleet ask them. */
abstract class FleetUnderTest {

    static final LeaderSettings QUICK = new LeaderSettings(Duration.ofSeconds(2), Duration.ofMillis(100),
            Duration.ofMillis(500), 20_000);

    static final CaseNeeds COMMANDS = new CaseNeeds(Set.of(), Set.of(Hello.ALLOW_COMMANDS),
            new CaseFiles.None());

    /** Six results per case. */
    static final Matrix TWO_CELLS = new Matrix(List.of(new Cell("mock", null), new Cell("other", null)), 3,
            false);

    static FreshDatabase database;
    static MockAgent agent;

    final String fleet = "contract-" + UUID.randomUUID();
    final List<WorkerParts> workers = new ArrayList<>();
    Channel channel;
    Channel workersChannel;
    Leadership leadership;
    Coordinator coordinator;

    /** As many as the tests have workers. */
    static final int INBOXES = 3;

    /** Opens a channel of its own for that fleet. */
    abstract Channel open(String fleet, int inboxes);

    /** Returns a channel with the rights of a worker; by default the same one, which has all. */
    Channel join(String fleet, Channel coordinators) {
        return coordinators;
    }

    /** Whether inbox records that were read can be read again. */
    abstract boolean keepsInboxes();

    @BeforeAll
    static void startServers() throws Exception {
        database = FreshDatabase.open(8);
        agent = MockAgent.start(0, 0);
    }

    @AfterAll
    static void stopServers() {
        agent.close();
        database.close();
    }

    @BeforeEach
    void startCoordinator() {
        channel = open(fleet, INBOXES);
        workersChannel = join(fleet, channel);
        lead();
    }

    final void lead() {
        leadership = Leadership.take(database.database(), fleet, "test");
        coordinator = Coordinator.start(channel, database.database(), leadership, QUICK, InstantSource.system());
    }

    @AfterEach
    void stopAll() {
        workers.forEach(WorkerParts::close);
        coordinator.close();
        channel.close();
        workersChannel.close();
    }

    void anotherCoordinator() {
        coordinator.close();
        lead();
    }

    static String url(int latencyMs) {
        return agent.baseUrl() + "/ag-ui?latency=" + latencyMs;
    }

    void workers(String... names) throws Exception {
        for (var name : names) {
            workers.add(TestWorker.start(workersChannel, fleet, name, 16));
        }
        eventually("the workers joined", () -> active() >= names.length);
    }

    String submit(TestSuites suite) throws Exception {
        return coordinator.submit(suite.request(), suite.cases());
    }

    /** Follows a run: the listener receives exactly the stored results, in order. */
    StoredRun follow(String run) throws Exception {
        var heard = new ArrayList<StoredCase>();
        var ended = new Follower(coordinator).follow(run, new RunListener() {
            @Override
            public void results(List<StoredCase> batch) {
                heard.addAll(batch);
            }

            @Override
            public void progress(StoredRun progress) {
                // only its end counts
            }
        });
        var stored = new ResultTable(database.database()).after(run, 0, Integer.MAX_VALUE);
        assertThat(heard).usingRecursiveFieldByFieldElementComparatorIgnoringFields("earlier").isEqualTo(stored);
        return ended;
    }

    StoredRun stored(String run) throws Exception {
        return coordinator.follow(run, Long.MAX_VALUE - 1, Duration.ZERO).orElseThrow().run();
    }

    long active() {
        return coordinator.status().workers().stream().filter(worker -> worker.state().equals("active")).count();
    }

    long working() {
        return coordinator.status().workers().stream().filter(worker -> worker.assigned() > 0).count();
    }

    int assigned() {
        return coordinator.status().workers().stream().mapToInt(worker -> worker.assigned()).sum();
    }

    /** The promise itself: each number once, none missing, none twice. */
    static void assertOneResultEach(String run, int cases) {
        var numbers = database.database().list("SELECT number FROM results WHERE run_id = @run ORDER BY number",
                row -> row.getInt(1), "run", run);
        assertThat(numbers).isEqualTo(IntStream.range(0, cases).boxed().toList());
    }

    /** The same of a matrix: each number once in each cell and repeat. */
    static void assertOneResultEach(String run, int cases, Matrix matrix) {
        var found = database.database().list("SELECT number, cell, repeat FROM results WHERE run_id = @run",
                row -> new CaseRef(run, row.getInt(1), row.getInt(2), row.getInt(3)), "run", run);
        var wanted = new ArrayList<CaseRef>();
        for (int n = 0; n < cases * matrix.cells().size() * matrix.repeat(); n++) {
            int place = n / cases;
            wanted.add(new CaseRef(run, n % cases, place / matrix.repeat(), place % matrix.repeat()));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(wanted);
    }

    static List<String> attempts(String run) {
        return database.database().list("SELECT kind FROM attempts WHERE run_id = @run", row -> row.getString(1), "run",
                run);
    }

    List<String> workerStates() {
        return database.database().list("SELECT state FROM workers WHERE fleet = @fleet", row -> row.getString(1),
                "fleet", fleet);
    }

    long setAside() {
        return database.database()
                .list("SELECT count(*) FROM set_aside WHERE fleet = @fleet", row -> row.getLong(1), "fleet", fleet)
                .getFirst();
    }
}
