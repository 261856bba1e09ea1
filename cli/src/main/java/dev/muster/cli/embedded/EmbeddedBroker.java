package dev.muster.cli.embedded;

import module java.base;
import dev.muster.common.secret.PrivateFolder;
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
import org.apache.kafka.server.ServerSocketFactory;
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
     * @param door its extra listen address besides loopback; null for none
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
        try (var always = Objects.requireNonNull(EmbeddedBroker.class.getResourceAsStream("/broker.properties"))) {
            settings.load(always);
        }
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
                    .log("The embedded broker {} {}: {}", fatal ? "failed in" : "met a fault in", name, message);
            action.run();
            return new IllegalStateException(name + ": " + message, cause);
        };
    }

    private static Throwable rootOf(Throwable e) {
        return e.getCause() == null ? e : rootOf(e.getCause());
    }

    /**
     * A broker's data folder, locked while in use: Kafka locks it too, but only after it has begun to write the metadata
     * log.
     */
    private record BrokerFolder(Path path, FileChannel lock) implements AutoCloseable {

        static BrokerFolder open(Path data) {
            return EmbeddedServerException.telling("Cannot use the broker's folder " + data,
                    ": name one that can be written.", () -> {
                        Path path = PrivateFolder.make(data.toAbsolutePath()).toRealPath();
                        return new BrokerFolder(path, lock(path));
                    });
        }

        @Override
        public void close() {
            var _ = EmbeddedServerException.telling("Cannot unlock " + path, ".", () -> {
                lock.close(); // the lock goes with its channel
                return this;
            });
        }

        private static FileChannel lock(Path path) throws IOException {
            FileChannel channel = FileChannel.open(path.resolve("muster.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new EmbeddedServerException("Another broker is running in " + path
                        + ": end it, or name another folder.");
            }
            return channel;
        }

        private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
            try {
                return channel.tryLock();
            } catch (OverlappingFileLockException e) {
                return null;
            }
        }
    }

    /**
     * The broker's own two listening sockets, bound before it starts: its settings must name the ports, and a free port
     * that was released again could be taken by then.
     */
    record BrokerSockets(ServerSocketChannel broker, ServerSocketChannel controller, @Nullable ExtraListener door)
            implements
                ServerSocketFactory,
                AutoCloseable {

        static final String BROKER = "PLAINTEXT";
        static final String CONTROLLER = "CONTROLLER";

        /** The controller's port is new at each start: with one static voter, nothing stored contains it. */
        static BrokerSockets bind(int port, @Nullable ExtraListener door) {
            return new BrokerSockets(bound("127.0.0.1", port), bound("127.0.0.1", 0), door);
        }

        int brokerPort() {
            return broker.socket().getLocalPort();
        }

        int controllerPort() {
            return controller.socket().getLocalPort();
        }

        @Override
        public ServerSocketChannel openServerSocket(String listener, InetSocketAddress address, int backlog,
                int buffer) {
            return switch (listener) {
                case CONTROLLER -> controller;
                case BROKER -> broker;
                default -> bound(address.getHostString(), address.getPort());
            };
        }

        @Override
        public void close() {
            var _ = EmbeddedServerException.telling("Cannot close the broker's sockets", ".", () -> {
                try (broker; controller) {
                    return this; // the broker closes the sockets that it took, and closing twice does no harm
                }
            });
        }

        private static ServerSocketChannel bound(String host, int port) {
            return EmbeddedServerException.telling("The broker cannot listen on " + host + ":" + port,
                    ": end the program that does, or choose another port.", () -> {
                        var channel = ServerSocketChannel.open();
                        channel.configureBlocking(false);
                        return channel.bind(new InetSocketAddress(InetAddress.ofLiteral(host), port));
                    });
        }
    }

    /**
     * An extra listen address of a broker. It has no TLS: only for a network of your own, or a tunnel to one.
     *
     * @param advertised the address that clients of this listener are told to use, {@code HOST:PORT}
     */
    public record ExtraListener(String host, int port, String advertised) {

        static final String NAME = "DOOR";

        /**
         * Reads {@code HOST:PORT} or {@code HOST:PORT=ADVERTISED_HOST:PORT}.
         *
         * @throws IllegalArgumentException when the text is neither
         */
        public static ExtraListener of(String text) {
            int equals = text.indexOf('=');
            var listens = equals < 0 ? text : text.substring(0, equals);
            int colon = listens.lastIndexOf(':');
            try {
                return new ExtraListener(listens.substring(0, colon), Integer.parseInt(listens.substring(colon + 1)),
                        text.substring(equals + 1));
            } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
                throw new IllegalArgumentException("'" + text + "' is neither HOST:PORT nor HOST:PORT=HOST:PORT", e);
            }
        }
    }
}
