package dev.muster.cli.fleet;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.embedded.BrokerLogins;
import dev.muster.cli.embedded.EmbeddedBroker;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.channel.Entry;
import dev.muster.common.channel.From;
import dev.muster.common.channel.Payload;
import dev.muster.common.channel.RefusedPayload;
import dev.muster.common.channel.Topic;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.message.Codec;
import dev.muster.common.message.ControlMessage;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.ReportBatch;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import dev.muster.coordinator.client.Follower;
import dev.muster.coordinator.client.RunListener;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that nobody speaks for a fleet on the broker of {@code muster up} who has not its logins and its key. */
@Tag("slow")
final class ForgedRecordsIT {

    private static final String FLEET = "up";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final FleetKey KEY = FleetKey.of(FleetKey.random());

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static FreshDatabase database;

    private Channel channel;
    private Channel workersChannel;
    private Channel unsigned;
    private Coordinator coordinator;
    private Leadership leadership;
    private WorkerParts worker;
    private MockAgent agent;

    @BeforeAll
    static void startServers() {
        broker = EmbeddedBroker.startLocked(folder.resolve("broker"), 0, null, FLEET);
        database = FreshDatabase.open(8);
    }

    @AfterAll
    static void stopServers() {
        database.close();
        broker.close();
    }

    @BeforeEach
    void startFleet() throws Exception {
        channel = KafkaChannel.open(settings(BrokerLogins.COORDINATOR, KEY), PATIENCE);
        workersChannel = KafkaChannel.join(settings(BrokerLogins.WORKER, KEY), PATIENCE).orElseThrow();
        unsigned = KafkaChannel.open(settings(BrokerLogins.COORDINATOR, FleetKey.NONE), PATIENCE);
        leadership = Leadership.take(database.database(), FLEET, "test");
        coordinator = Coordinator.start(channel, database.database(), leadership, LeaderSettings.DEFAULT,
                InstantSource.system());
        worker = TestWorker.start(workersChannel, FLEET, "one", 4);
        agent = MockAgent.start(0, 0);
        eventually("it joined", () -> coordinator.status().workers().stream()
                .anyMatch(each -> each.state().equals("active")));
    }

    @AfterEach
    void stopFleet() {
        worker.close();
        coordinator.close();
        unsigned.close();
        workersChannel.close();
        channel.close();
        agent.close();
    }

    @Test
    void theFolderAndThePasswordsAreTheOwnersOnly() throws IOException {
        var data = folder.resolve("broker");

        assertThat(Files.getPosixFilePermissions(data)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        for (var login : List.of(BrokerLogins.COORDINATOR, BrokerLogins.WORKER)) {
            assertThat(Files.getPosixFilePermissions(BrokerLogins.passwordFile(data, login)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Tag("slow")
    @Test
    void whoHasNoLoginOrAWrongOneIsNotLetIn() {
        var guessed = new HashMap<>(client(BrokerLogins.COORDINATOR));
        guessed.computeIfPresent("sasl.jaas.config",
                (name, found) -> found.replaceAll("password=.*", "password=guess;"));
        var none = new KafkaSettings(broker.address(), FLEET, (short) 1, 0, Map.of());
        var wrong = new KafkaSettings(broker.address(), FLEET, (short) 1, 0, guessed);

        assertThatThrownBy(() -> KafkaChannel.open(none, Duration.ofSeconds(3))).isInstanceOf(ChannelException.class)
                .hasMessageContaining("does not answer");
        assertThatThrownBy(() -> KafkaChannel.open(wrong, PATIENCE)).isInstanceOf(ChannelException.class)
                .hasMessageContaining("refuses the login").hasMessageContaining("MUSTER_KAFKA_PASSWORD")
                .hasMessageNotContaining("guess");
    }

    @Test
    void aWorkersLoginDoesNotSpeakAsACoordinatorAndChangesNothing() throws Exception {
        var leads = new ControlMessage.Leadership(FLEET, leadership.epoch() + 1);

        assertDenied(workersChannel.append(Topic.CONTROL, 0, leads.key(), Codec.CONTROL.seal(leads)));
        assertDenied(workersChannel.append(Topic.CASES, 0, "k", Payload.of(new byte[1])));
        var client = new HashMap<String, Object>(client(BrokerLogins.WORKER));
        client.put("bootstrap.servers", broker.address());
        try (var admin = Admin.create(client)) {
            assertDenied(admin.createTopics(List.of(new NewTopic("up.more", 1, (short) 1))).all());
            assertDenied(admin.deleteTopics(List.of("up.control")).all());
            assertDenied(admin.incrementalAlterConfigs(Map.of(
                    new ConfigResource(ConfigResource.Type.TOPIC, "up.control"),
                    List.of(new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET))))
                    .all());
            assertDenied(admin.deleteAcls(List.of(AclBindingFilter.ANY)).all());
            assertDenied(admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.BROKER, "1"))).all());
        }
        assertThat(passes(run(5))).isEqualTo(5);
    }

    @Test
    void anOrderThatNobodySignedIsNotCarriedOut() throws Exception {
        assertThat(passes(run(3))).isEqualTo(3);
        var forged = forged(1_000_000);
        long called = agent.stats().calls();

        unsigned.append(Topic.CASES, inbox(), "k", Codec.INBOX.seal(forged)).get();
        assertThat(passes(run(3))).isEqualTo(3);

        assertThat(agent.stats().calls()).isEqualTo(called + 3);

        // what the key is for: with it, the same order is carried out
        channel.append(Topic.CASES, inbox(), "k", Codec.INBOX.seal(forged)).get();
        eventually("it is called", () -> agent.stats().calls() == called + 4);
    }

    @Tag("slow")
    @Test
    void aVerdictThatNobodySignedIsSetAside() throws Exception {
        var run = run(1, 2_000);
        eventually("it is under way", () -> agent.stats().inFlight() == 1);
        var order = orders().getLast();
        var result = TestResult.of(order.testCase().identity().key(), order.testCase().identity().id()).agent("mock")
                .status(Status.FAILED).cause(Cause.ASSERTION).response("forged").make();
        var report = new AttemptFinished(FLEET, leadership.epoch(), "one", order.incarnation(), order.ref(),
                order.dispatch(), order.attempt(), result, false, order.terms().ticket());
        long before = setAside("a record without a signature of this fleet's key");

        try (var stranger = unsignedWorker()) {
            stranger.append(Topic.RESULTS, 0, result.identity().key(),
                    Codec.REPORTS.seal(ReportBatch.of(List.of(report)))).get();
        }

        eventually("it is set aside", () -> setAside("a record without a signature of this fleet's key") == before + 1);
        assertThat(passes(run)).isEqualTo(1);
    }

    @Tag("slow")
    @Test
    void whatWasSignedAndIsWrittenAgainCountsOnce() throws Exception {
        var run = run(8);
        assertThat(passes(run)).isEqualTo(8);
        long called = agent.stats().calls();

        for (var topic : List.of(Topic.CASES, Topic.RESULTS, Topic.WORKERS, Topic.CONTROL)) {
            for (var entry : all(topic)) {
                channel(topic).append(topic, entry.partition(), entry.key(), entry.value()).get();
            }
        }

        assertThat(passes(run(3))).isEqualTo(3);
        assertThat(agent.stats().calls()).isEqualTo(called + 3);
        assertThat(results(run)).isEqualTo(8);
    }

    @Tag("slow")
    @Test
    void garbageOnEveryTopicStopsNothing() throws Exception {
        try (var stranger = unsignedWorker()) {
            for (var bytes : List.of(new byte[0], "[".repeat(5_000_000).getBytes(StandardCharsets.UTF_8),
                    "\u001b[31m\n12:00 ERROR all is lost".getBytes(StandardCharsets.UTF_8))) {
                unsigned.append(Topic.CASES, inbox(), "k", Payload.of(bytes)).get();
                unsigned.append(Topic.CONTROL, 0, "k", Payload.of(Arrays.copyOf(bytes, Math.min(bytes.length, 9_999))))
                        .get();
                stranger.append(Topic.RESULTS, 0, "k", Payload.of(bytes)).get();
                stranger.append(Topic.WORKERS, 0, "k", Payload.of(Arrays.copyOf(bytes, Math.min(bytes.length, 9_999))))
                        .get();
            }
            unsigned.append(Topic.CONTROL, 0, new ControlMessage.Leadership(FLEET, leadership.epoch()).key(), null)
                    .get();
        }

        assertThat(passes(run(3))).isEqualTo(3);
        assertThat(((KafkaChannel) workersChannel).refused(Topic.CASES)).isEqualTo(3);
        assertThat(((KafkaChannel) workersChannel).refused(Topic.CONTROL)).isPositive();
        assertThat(((KafkaChannel) channel).refused(Topic.RESULTS)).isPositive();
    }

    @Tag("slow")
    @Test
    void anEpochThatNobodySignedIsNotFollowed() throws Exception {
        var leads = new ControlMessage.Leadership(FLEET, Long.MAX_VALUE);
        unsigned.append(Topic.CONTROL, 0, leads.key(), Codec.CONTROL.seal(leads)).get();

        assertThat(passes(run(3))).isEqualTo(3);
        coordinator.close();
        leadership = Leadership.take(database.database(), FLEET, "test");
        coordinator = Coordinator.start(channel, database.database(), leadership, LeaderSettings.DEFAULT,
                InstantSource.system());
        assertThat(passes(run(3))).isEqualTo(3);
    }

    private CaseOrder forged(long n) throws Exception {
        var like = orders().getLast();
        return new CaseOrder(FLEET, leadership.epoch(), like.incarnation(), like.ref(),
                new Dispatch(leadership.epoch(), n), 1, like.testCase(), like.parties(), like.settings(), like.terms());
    }

    private int inbox() throws Exception {
        return all(Topic.CONTROL).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.CONTROL::open)
                .filter(ControlMessage.InboxLease.class::isInstance).map(ControlMessage.InboxLease.class::cast)
                .filter(lease -> lease.epoch() == leadership.epoch()).toList().getLast().partition();
    }

    private List<CaseOrder> orders() throws Exception {
        return all(Topic.CASES).stream().map(Entry::value).filter(Objects::nonNull).map(Codec.INBOX::open)
                .filter(CaseOrder.class::isInstance).map(CaseOrder.class::cast)
                .filter(order -> order.epoch() == leadership.epoch()).toList();
    }

    /** Returns the records of this fleet's processes, without those of strangers. */
    private List<Entry> all(Topic topic) throws Exception {
        var found = new ArrayList<Entry>();
        var ends = channel.ends(topic);
        try (var feed = channel.feed(topic, new From.Beginning())) {
            while (ends.entrySet().stream()
                    .anyMatch(end -> feed.positions().getOrDefault(end.getKey(), 0L) < end.getValue())) {
                found.addAll(feed.poll(Duration.ofMillis(50)));
            }
        }
        found.removeIf(entry -> entry.value() instanceof RefusedPayload);
        return found;
    }

    private Channel channel(Topic topic) {
        return topic == Topic.RESULTS ? workersChannel : channel;
    }

    private static Channel unsignedWorker() {
        return KafkaChannel.join(settings(BrokerLogins.WORKER, FleetKey.NONE), PATIENCE).orElseThrow();
    }

    private String run(int cases) throws Exception {
        return run(cases, 0);
    }

    private String run(int cases, int latencyMs) throws Exception {
        var suite = TestSuites.of(agent.baseUrl() + "/ag-ui?latency=" + latencyMs, cases);
        return coordinator.submit(suite.request(), suite.cases());
    }

    private int passes(String run) throws Exception {
        return new Follower(coordinator).follow(run, new RunListener() {
            @Override
            public void results(List<StoredCase> batch) {
                // they are counted
            }

            @Override
            public void progress(StoredRun progress) {
                // only its end counts
            }
        }).counts().passed();
    }

    private static long setAside(String reason) {
        return database.database().list("SELECT count(*) FROM set_aside WHERE fleet = @fleet AND reason = @reason",
                row -> row.getLong(1), "fleet", FLEET, "reason", reason).getFirst();
    }

    private static long results(String run) {
        return database.database()
                .list("SELECT count(*) FROM results WHERE run_id = @run", row -> row.getLong(1), "run", run).getFirst();
    }

    private static void assertDenied(Future<?> asked) {
        assertThat(asked).failsWithin(PATIENCE).withThrowableOfType(ExecutionException.class)
                .satisfies(e -> assertThat(Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause))
                        .hasAtLeastOneElementOfType(AuthorizationException.class));
    }

    private static void assertDenied(KafkaFuture<?> asked) {
        assertDenied(asked.toCompletionStage().toCompletableFuture());
    }

    private static KafkaSettings settings(String login, FleetKey key) {
        return new KafkaSettings(broker.address(), FLEET, (short) 1, 8, client(login), key);
    }

    private static Map<String, String> client(String login) {
        return BrokerLogins.client(folder.resolve("broker"), login);
    }
}
