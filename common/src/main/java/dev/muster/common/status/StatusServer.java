package dev.muster.common.status;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.common.access.Denied;
import dev.muster.common.access.Tls;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;

/** Serves {@link StatusPages} for a process without another HTTP server. */
public final class StatusServer implements AutoCloseable {

    private static final String JSON = "application/json";
    private static final int UNAUTHORIZED = 401;

    static {
        // Java's server ends no half request by itself, and reads these once: seconds for a request and for an answer
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
    }

    private final HttpServer server;
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final ListenAddress address;
    private final StatusPages pages;

    private StatusServer(HttpServer server, ListenAddress address, StatusPages pages) {
        this.server = server;
        this.address = address;
        this.pages = pages;
    }

    /** Starts a server; fails when the port is taken, or it may not listen there without a token. */
    public static StatusServer start(ListenAddress address, StatusPages pages) throws IOException {
        var trouble = address.trouble();
        if (trouble.isPresent()) {
            throw new IOException(trouble.get());
        }
        var status = new StatusServer(bind(address), address, pages);
        status.serve();
        return status;
    }

    /** Returns its URL, such as {@code http://127.0.0.1:9464}. */
    public String url() {
        return address.url(server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        requests.shutdownNow();
    }

    private static HttpServer bind(ListenAddress address) throws IOException {
        var socket = new InetSocketAddress(address.host(), address.port());
        try {
            if (address.tls() == null) {
                return HttpServer.create(socket, 0);
            }
            var server = HttpsServer.create(socket, 0);
            server.setHttpsConfigurator(new Handshake(address.tls()));
            return server;
        } catch (IOException e) {
            throw new IOException(address.taken("--metrics-port"), e);
        }
    }

    /** The settings of each TLS connection. */
    private static final class Handshake extends HttpsConfigurator {

        private final Tls tls;

        Handshake(Tls tls) {
            super(tls.context());
            this.tls = tls;
        }

        @Override
        public void configure(HttpsParameters parameters) {
            var settings = getSSLContext().getDefaultSSLParameters();
            settings.setProtocols(Tls.VERSIONS.toArray(String[]::new));
            settings.setNeedClientAuth(tls.asksForCertificate());
            parameters.setSSLParameters(settings);
        }
    }

    private void serve() {
        server.setExecutor(requests);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                serve(exchange, exchange.getRequestURI().getPath());
            } catch (Denied e) {
                send(exchange, e.status(), Map.of("error", String.valueOf(e.getMessage())));
            }
        }
    }

    private void serve(HttpExchange exchange, @Nullable String path) throws IOException, Denied {
        if ("/health".equals(path)) {
            send(exchange, pages.alive() ? 200 : 503, Map.of("alive", pages.alive()));
        } else if ("/ready".equals(path)) {
            var readiness = pages.readiness();
            send(exchange, readiness.ready() ? 200 : 503, readiness.json());
        } else {
            admit(exchange);
            if ("/metrics".equals(path)) {
                var type = StatusPages.metricsType(exchange.getRequestHeaders().getFirst("Accept"));
                send(exchange, 200, type, pages.metrics(type).getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, 404, Map.of("error", "this server has only /metrics, /health and /ready"));
            }
        }
    }

    private void admit(HttpExchange exchange) throws Denied {
        var headers = exchange.getRequestHeaders();
        address.hosts().check(headers.getOrDefault("Host", List.of()), headers.getOrDefault("Origin", List.of()),
                address.tls() == null ? "http" : "https");
        if (!address.admits(headers.getFirst("Authorization"))) {
            throw new Denied(UNAUTHORIZED, "this worker requires a token: send its MUSTER_TOKEN");
        }
    }

    private static void send(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        send(exchange, status, JSON, Json.MAPPER.writeValueAsBytes(body));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
