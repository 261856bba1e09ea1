package dev.muster.common.agent.http;

import module java.base;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Sockets that connect to allowed addresses only. Public with a text, as the driver of PostgreSQL makes it. */
public final class CheckedSockets extends SocketFactory {

    private final AllowedHosts allowed;

    /** @param list the rules of {@link AllowedHosts} */
    public CheckedSockets(String list) {
        this.allowed = AllowedHosts.parse(list);
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress place, int timeout) throws IOException {
                if (place instanceof InetSocketAddress internet) {
                    allowed.check(internet);
                }
                super.connect(place, timeout);
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(from, fromPort));
    }

    private Socket connected(InetSocketAddress place, @Nullable SocketAddress from) throws IOException {
        var socket = createSocket();
        socket.bind(from);
        socket.connect(place, 0);
        return socket;
    }
}
