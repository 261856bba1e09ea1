package dev.muster.cli.embedded;

import module java.base;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;

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
                ": stop the program that does, or choose another port.", () -> {
                    var channel = ServerSocketChannel.open();
                    channel.configureBlocking(false);
                    return channel.bind(new InetSocketAddress(InetAddress.ofLiteral(host), port));
                });
    }
}
