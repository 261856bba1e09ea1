package dev.muster.deploy.embedded;

import module java.base;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The broker's own two listening sockets, bound before it starts: its settings must name the ports, and a free port
 * that was released again could be taken by then.
 */
final class BrokerSockets implements ServerSocketFactory, AutoCloseable {

    static final String BROKER = "PLAINTEXT";
    static final String CONTROLLER = "CONTROLLER";

    private final ServerSocketChannel broker;
    private final ServerSocketChannel controller;
    private final @Nullable ExtraListener door;

    private BrokerSockets(ServerSocketChannel broker, ServerSocketChannel controller, @Nullable ExtraListener door) {
        this.broker = broker;
        this.controller = controller;
        this.door = door;
    }

    /** The controller's port is new at each start: with one static voter, nothing stored contains it. */
    static BrokerSockets bind(int port, @Nullable ExtraListener door) {
        return new BrokerSockets(bound("127.0.0.1", port), bound("127.0.0.1", 0), door);
    }

    @Nullable
    ExtraListener door() {
        return door;
    }

    int brokerPort() {
        return broker.socket().getLocalPort();
    }

    int controllerPort() {
        return controller.socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(String listener, InetSocketAddress address, int backlog, int buffer) {
        return switch (listener) {
            case CONTROLLER -> controller;
            case BROKER -> broker;
            default -> bound(address.getHostString(), address.getPort());
        };
    }

    @Override
    public void close() {
        try (broker; controller) {
            // Closing is all: the broker closes the sockets that it took, and closing twice does no harm.
        } catch (IOException e) {
            throw new EmbeddedServerException("Cannot close the broker's sockets (" + Reason.of(e) + ").", e);
        }
    }

    private static ServerSocketChannel bound(String host, int port) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(InetAddress.ofLiteral(host), port));
            return channel;
        } catch (IOException e) {
            throw new EmbeddedServerException("The broker cannot listen on " + host + ":" + port + " (" + Reason.of(e)
                    + "): end the program that does, or choose another port.", e);
        }
    }
}
