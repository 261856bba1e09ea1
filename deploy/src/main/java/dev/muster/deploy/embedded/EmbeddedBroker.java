package dev.muster.deploy.embedded;

import module java.base;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.jspecify.annotations.Nullable;

/** A Kafka broker with its controller in this process, assembled as in {@link KafkaRaftServer}. */
public final class EmbeddedBroker implements AutoCloseable {

    private final BrokerFolder folder;
    private final BrokerSockets sockets;
    private final Map<String, String> more;
    private final Time clock;
    private final int port;
    private final ControllerServer controller;
    private final BrokerServer broker;
    private boolean closed;

    private EmbeddedBroker(BrokerFolder folder, BrokerSockets sockets, Map<String, String> more, Time clock)
            throws Exception {
        this.folder = folder;
        this.more = more;
        this.clock = clock;
        this.sockets = sockets;
        this.port = sockets.brokerPort();
        String path = folder.path().toString();
        format(path);
        SharedServer shared = shared(path);
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(),
                new BootstrapDirectory(path).read());
        this.broker = new BrokerServer(shared);
    }

    /**
     * Returns once clients can be served.
     *
     * @param data kept between starts; created if missing
     * @param port on 127.0.0.1; 0 for any free one
     * @throws EmbeddedServerException with a sentence for the user
     */
    public static EmbeddedBroker start(Path data, int port) {
        return start(data, port, null);
    }

    /** @param door its extra listen address besides loopback; null for none */
    public static EmbeddedBroker start(Path data, int port, @Nullable ExtraListener door) {
        return start(data, port, door, Map.of());
    }

    /** @param more settings that override ours */
    static EmbeddedBroker start(Path data, int port, @Nullable ExtraListener door, Map<String, String> more) {
        return start(data, port, door, more, Time.SYSTEM);
    }

    static EmbeddedBroker start(Path data, int port, @Nullable ExtraListener door, Map<String, String> more,
            Time clock) {
        BrokerSockets sockets = BrokerSockets.bind(port, door);
        try {
            return start(BrokerFolder.open(data), sockets, more, clock);
        } catch (RuntimeException e) {
            sockets.close();
            throw e;
        }
    }

    private static EmbeddedBroker start(BrokerFolder folder, BrokerSockets sockets, Map<String, String> more,
            Time clock) {
        try {
            EmbeddedBroker broker = new EmbeddedBroker(folder, sockets, more, clock);
            broker.startUp();
            return broker;
        } catch (Exception e) {
            folder.close();
            throw failure(folder, e);
        }
    }

    /** Returns the value for {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** After this, everything acknowledged is on disk. A second call waits for the first and does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            shutDown();
        }
    }

    private SharedServer shared(String path) throws IOException {
        var settings = new BrokerSettings(folder.path(), sockets.brokerPort(), sockets.controllerPort(),
                sockets.door(), more);
        KafkaConfig config = new KafkaConfig(settings.toProperties(), false);
        var voters = QuorumConfig.parseVoterConnections(config.quorumConfig().voters());
        return new SharedServer(config, identity(path), clock, new Metrics(),
                CompletableFuture.completedFuture(voters), List.of(), new BrokerFaults(), sockets);
    }

    private static MetaPropertiesEnsemble identity(String path) throws IOException {
        return new MetaPropertiesEnsemble.Loader().addLogDirs(List.of(path)).addMetadataLogDir(path).load();
    }

    /** Writes the cluster's identity at first use; leaves a formatted folder as it is. */
    private static void format(String path) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(identity(path).clusterId().orElseGet(() -> Uuid.randomUuid().toString()))
                .setNodeId(BrokerSettings.NODE_ID)
                .addDirectory(path)
                .setMetadataLogDirectory(path)
                .setControllerListenerName(BrokerSockets.CONTROLLER)
                .setIgnoreFormatted(true)
                .run();
    }

    /** Starts the controller first: the broker registers with it, and returns once registered. */
    private void startUp() {
        try {
            controller.startup();
            broker.startup();
        } catch (RuntimeException e) {
            shutDown();
            throw e;
        }
    }

    /** Stops the broker first: it hands its partition leaderships over to the controller. */
    private void shutDown() {
        try (folder; sockets) {
            broker.shutdown();
            controller.shutdown();
            broker.awaitShutdown();
            controller.awaitShutdown();
        }
    }

    private static EmbeddedServerException failure(BrokerFolder folder, Exception e) {
        return new EmbeddedServerException("The embedded broker in " + folder.path() + " did not start: "
                + Reason.of(rootOf(e)) + ".", e);
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }
}
