package dev.muster.cli.embedded;

import module java.base;
import dev.muster.cli.files.BuildFile;
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
import org.apache.kafka.server.fault.FaultHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A Kafka broker with its controller in this process, assembled as in {@link KafkaRaftServer}. */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private static final int NODE_ID = 1;

    private final BrokerFolder folder;
    private final BrokerSockets sockets;
    private final Map<?, ?> more;
    private final Time clock;
    private final int port;
    private final ControllerServer controller;
    private final BrokerServer broker;
    private boolean closed;

    private EmbeddedBroker(BrokerFolder folder, BrokerSockets sockets, Map<?, ?> more, Time clock)
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
     * @param door its listen address in addition to loopback; null for none
     * @throws EmbeddedServerException with a sentence for the user
     */
    public static EmbeddedBroker start(Path data, int port, @Nullable ExtraListener door) {
        return start(data, port, door, Map.of(), Time.SYSTEM);
    }

    /**
     * Starts one that lets in the fleet's two logins only, over the extra listener, too.
     *
     * @throws EmbeddedServerException with a sentence for the user
     */
    public static EmbeddedBroker startLocked(Path data, int port, @Nullable ExtraListener door, String fleet) {
        return startLocked(data, port, door, fleet, Time.SYSTEM);
    }

    static EmbeddedBroker startLocked(Path data, int port, @Nullable ExtraListener door, String fleet, Time clock) {
        var logins = new BrokerLogins(data, fleet);
        var broker = start(data, port, door, logins.settings(), clock);
        try {
            logins.make(broker.address());
            return broker;
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** @param more settings that override ours */
    static EmbeddedBroker start(Path data, int port, @Nullable ExtraListener door, Map<?, ?> more,
            Time clock) {
        BrokerSockets sockets = BrokerSockets.bind(port, door);
        try {
            return start(BrokerFolder.open(data), sockets, more, clock);
        } catch (RuntimeException e) {
            sockets.close();
            throw e;
        }
    }

    private static EmbeddedBroker start(BrokerFolder folder, BrokerSockets sockets, Map<?, ?> more,
            Time clock) {
        try {
            EmbeddedBroker broker = new EmbeddedBroker(folder, sockets, more, clock);
            broker.startUp();
            return broker;
        } catch (Exception e) {
            folder.close();
            throw new EmbeddedServerException("The embedded broker in " + folder.path() + " did not start: "
                    + EmbeddedServerException.reason(rootOf(e)) + ".", e);
        }
    }

    /** Returns the value for {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
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
        var config = new KafkaConfig(settings(), false);
        var voters = QuorumConfig.parseVoterConnections(config.quorumConfig().voters());
        return new SharedServer(config, identity(path), clock, new Metrics(),
                CompletableFuture.completedFuture(voters), List.of(), EmbeddedBroker::faults, sockets);
    }

    private Properties settings() throws IOException {
        var settings = new Properties();
        settings.load(new StringReader(BuildFile.text("/broker.properties")));
        var door = sockets.door();
        var own = BrokerSockets.BROKER + "://127.0.0.1:" + port;
        var voter = "127.0.0.1:" + sockets.controllerPort();
        settings.put("listeners", own + "," + BrokerSockets.CONTROLLER + "://" + voter
                + (door == null ? "" : "," + ExtraListener.NAME + "://" + door.host() + ":" + door.port()));
        settings.put("advertised.listeners",
                own + (door == null ? "" : "," + ExtraListener.NAME + "://" + door.advertised()));
        settings.put("controller.quorum.voters", NODE_ID + "@" + voter);
        settings.put("log.dirs", folder.path().toString());
        settings.putAll(more);
        return settings;
    }

    private static MetaPropertiesEnsemble identity(String path) throws IOException {
        return new MetaPropertiesEnsemble.Loader().addLogDirs(List.of(path)).addMetadataLogDir(path).load();
    }

    /** Writes the cluster's identity at first use; leaves a formatted folder as it is. */
    private static void format(String path) throws Exception {
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(identity(path).clusterId().orElseGet(() -> Uuid.randomUuid().toString()))
                .setNodeId(NODE_ID)
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

    /** Logs a fatal fault and lets the exception propagate; Kafka's own handler ends the process silently. */
    private static FaultHandler faults(String name, boolean fatal, Runnable action) {
        return (message, cause) -> {
            LOG.atLevel(fatal ? Level.ERROR : Level.WARN).setCause(cause)
                    .log("The embedded broker {} {}: {}", fatal ? "failed in" : "reported a fault in", name, message);
            action.run();
            return new IllegalStateException(name + ": " + message, cause);
        };
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }
}
