package dev.muster.common.testing;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import java.net.Proxy;

/** A server on loopback that hears every address this JVM fetches over HTTP, also of hosts that are not there. */
public final class CountingProxy extends ProxySelector implements AutoCloseable {

    private final ProxySelector before = Objects.requireNonNull(ProxySelector.getDefault());
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    public CountingProxy() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            var body = "{}".getBytes(StandardCharsets.UTF_8);
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        ProxySelector.setDefault(this);
    }

    /** Returns the server's own address. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns what was fetched, or was about to be. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public List<Proxy> select(URI address) {
        asked.add(address.toString());
        return List.of(new Proxy(Proxy.Type.HTTP, server.getAddress()));
    }

    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException why) {
        asked.add(address + ": " + why);
    }

    @Override
    public void close() {
        ProxySelector.setDefault(before);
        server.stop(0);
    }
}
