package dev.muster.common.leader;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A coordinator that answers with its name and whether it is a standby. */
final class FakeCoordinator implements AutoCloseable {

    private final String name;
    private final HttpServer server;
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean leads;

    private FakeCoordinator(String name, boolean leads, HttpServer server) {
        this.name = name;
        this.leads = leads;
        this.server = server;
    }

    static FakeCoordinator start(String name, boolean leads) throws IOException {
        var fake = new FakeCoordinator(name, leads,
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        fake.server.createContext("/", fake::answer);
        fake.server.start();
        return fake;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void leads(boolean now) {
        leads = now;
    }

    /** Returns method, path and authorization of each request. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var token = exchange.getRequestHeaders().getFirst("Authorization");
            heard.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI() + (token == null ? "" : " " + token));
            exchange.getRequestBody().readAllBytes();
            if (!leads) {
                exchange.getResponseHeaders().set(Coordinators.STANDBY, "true");
            }
            var body = name.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(leads ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
