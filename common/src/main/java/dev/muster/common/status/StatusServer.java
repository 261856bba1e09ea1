package dev.muster.common.status;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/** Serves {@link StatusPages} for a process without another HTTP server. */
public final class StatusServer implements AutoCloseable {

    private static final String JSON = "application/json";

    private final HttpServer server;
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final ListenAddress door;
    private final StatusPages pages;

    private StatusServer(HttpServer server, ListenAddress door, StatusPages pages) {
        this.server = server;
        this.door = door;
        this.pages = pages;
    }

    /** Starts a server; fails when the port is taken, or it may not listen there without a token. */
    public static StatusServer start(ListenAddress door, StatusPages pages) throws IOException {
        var trouble = door.trouble();
        if (trouble.isPresent()) {
            throw new IOException(trouble.get());
        }
        var status = new StatusServer(bind(door), door, pages);
        status.serve();
        return status;
    }

    /** Returns its URL, such as {@code http://127.0.0.1:9464}. */
    public String url() {
        return "http://" + door.host() + ":" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        requests.shutdownNow();
    }

    private static HttpServer bind(ListenAddress door) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(door.host(), door.port()), 0);
        } catch (IOException e) {
            throw new IOException("port " + door.port() + " on " + door.host()
                    + " is in use or may not be used; choose another with --metrics-port", e);
        }
    }

    private void serve() {
        server.setExecutor(requests);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            switch (exchange.getRequestURI().getPath()) {
                case "/metrics" -> metrics(exchange);
                case "/health" -> say(exchange, pages.alive() ? 200 : 503, Map.of("alive", pages.alive()));
                case "/ready" -> {
                    var readiness = pages.readiness();
                    say(exchange, readiness.ready() ? 200 : 503, readiness.told());
                }
                default -> say(exchange, 404, Map.of("error", "here are /metrics, /health and /ready only"));
            }
        }
    }

    private void metrics(HttpExchange exchange) throws IOException {
        if (door.admits(exchange.getRequestHeaders().getFirst("Authorization"))) {
            say(exchange, 200, StatusPages.METRICS_TYPE, pages.metrics().getBytes(StandardCharsets.UTF_8));
        } else {
            say(exchange, 401, Map.of("error", "this worker wants a token: set it to the MUSTER_TOKEN that it has"));
        }
    }

    private static void say(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        say(exchange, status, JSON, Json.MAPPER.writeValueAsBytes(body));
    }

    private static void say(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
