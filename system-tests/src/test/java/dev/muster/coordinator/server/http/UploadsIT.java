package dev.muster.coordinator.server.http;

import static dev.muster.common.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.fleet.TestServer;
import dev.muster.cli.fleet.TestSuites;
import dev.muster.cli.fleet.TestWorker;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.memory.MemoryChannel;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.RunTable;
import dev.muster.system.FreshDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that clients who send slowly take nothing from runs, and few places from other clients. */
final class UploadsIT {

    private static final String FLEET = "uploads";
    private static final int MANY = 12;

    private final List<Socket> slow = new CopyOnWriteArrayList<>();
    private FreshDatabase database;
    private Channel channel;
    private Coordinator coordinator;
    private CoordinatorServer server;
    private WorkerParts worker;
    private MockAgent agent;

    @BeforeEach
    void start() throws Exception {
        database = FreshDatabase.open(4);
        channel = new MemoryChannel(InstantSource.system(), MemoryChannel.INBOXES);
        coordinator = Coordinator.start(channel, database.database(),
                Leadership.take(database.database(), FLEET, "test"), LeaderSettings.DEFAULT, InstantSource.system());
        server = TestServer.start(coordinator);
        worker = TestWorker.start(channel, FLEET, "w", 16);
        agent = MockAgent.start(0, 0);
    }

    @AfterEach
    void stop() throws Exception {
        disconnect();
        agent.close();
        worker.close();
        server.close();
        coordinator.close();
        channel.close();
        database.close();
    }

    /** Attack 210. */
    @Test
    void twelveSlowOnesHoldUpNoRun() throws Exception {
        for (int n = 0; n < MANY; n++) {
            beginSlowly();
        }
        takeEveryPlace();
        var suite = TestSuites.of(agent.baseUrl() + "/ag-ui?latency=0", 2_100);

        var run = coordinator.submit(suite.request(), suite.cases());
        var ended = new Follower(coordinator).follow(run, new RunListener() {
            @Override
            public void results(List<StoredCase> batch) throws IOException {
                sendAByteEach();
            }

            @Override
            public void progress(StoredRun progress) {
                // only its end counts
            }
        });

        assertThat(ended.counts().passed()).isEqualTo(2_100);
        var refused = post();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(refused.body()).contains("receives 4 suites at once", "try again");
    }

    @Test
    void aClientWaitsForAPlaceWithItsWholeSuite() throws Exception {
        takeEveryPlace();
        var waits = new AtomicInteger();
        try (var client = new RemoteRuns(Coordinators.parse(server.url()), TestServer.ADMIN, _ -> {
            waits.incrementAndGet();
            disconnect();
            freeAgain();
        })) {
            var suite = TestSuites.of(agent.baseUrl() + "/ag-ui?latency=0", 30);

            var run = client.submit(suite.request(), suite.cases());

            assertThat(waits).hasPositiveValue();
            eventually("it has run", () -> run(run).counts().passed() == 30);
        }
    }

    /** Attack 211. */
    @Test
    void oneThatBreaksOffLeavesNothing() throws Exception {
        beginSlowly();

        disconnect();

        eventually("its place is free", () -> post().statusCode() == 400);
        assertThat(coordinator.newest(Map.of(), 10)).isEmpty();
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .noneMatch(name -> name.startsWith("muster-upload-"));
        }
    }

    @Test
    void aRunWhoseStartFailedIsNotPreparingForGood() throws Exception {
        var runs = new RunTable(database.database());
        var suite = TestSuites.of(agent.baseUrl() + "/ag-ui?latency=0", 1);

        runs.create("given-up", FLEET, "mock", suite.request().settings());

        eventually("it is gone", () -> runs.find("given-up").isEmpty());
        assertThat(coordinator.newest(Map.of(), 10)).noneMatch(run -> run.state() == RunState.PREPARING);
    }

    private StoredRun run(String run) throws Exception {
        return coordinator.follow(run, Long.MAX_VALUE - 1, Duration.ZERO).orElseThrow().run();
    }

    /** Begins slow uploads until there is no place: one that arrives while {@link #post} has the last place is refused for good. */
    private void takeEveryPlace() throws Exception {
        eventually("all places are taken", () -> {
            if (post().statusCode() == 429) {
                return true;
            }
            beginSlowly();
            return false;
        });
    }

    private void beginSlowly() throws IOException {
        int port = URI.create(server.url()).getPort();
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        slow.add(socket);
        socket.getOutputStream().write(("POST /api/v1/runs HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: "
                + "Bearer " + TestServer.ADMIN.token() + "\r\nContent-Type: application/x-ndjson\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n").getBytes(UTF_8));
    }

    private void sendAByteEach() throws IOException {
        for (var socket : slow) {
            socket.getOutputStream().write("1\r\n \r\n".getBytes(UTF_8));
        }
    }

    private void disconnect() {
        for (var socket : slow) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        slow.clear();
    }

    private void freeAgain() {
        try {
            eventually("places are free", () -> post().statusCode() == 400);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a suite that is none: 400 where there is a place. */
    private HttpResponse<String> post() throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/runs"))
                    .header("Authorization", "Bearer " + TestServer.ADMIN.token())
                    .header("Content-Type", "application/x-ndjson").POST(BodyPublishers.ofString("none")).build(),
                    BodyHandlers.ofString());
        }
    }
}
