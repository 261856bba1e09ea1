package dev.muster.system.conformance;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/** All scripted agents and helpers of the examples, on one loopback port: each scene has its own URL. */
final class ScriptedAgents implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads;
    private final ConcurrentMap<String, Scene> scenes = new ConcurrentHashMap<>();
    private final AtomicInteger keys = new AtomicInteger();

    private ScriptedAgents(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    static ScriptedAgents start() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var agents = new ScriptedAgents(
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), threads);
        agents.server.setExecutor(threads);
        agents.server.createContext("/", agents::handle);
        agents.server.start();
        return agents;
    }

    /** Plays a scene; returns its URL. */
    String play(Scene scene) {
        var key = String.valueOf(keys.incrementAndGet());
        scenes.put(key, scene);
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + key;
    }

    /** Paths are /scene/protocol/agent; chat completions have two more names at the end. */
    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath().split("/", -1);
            var call = new Call(path[2], path[3], headers(exchange),
                    Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
            var answer = Answer.of(Objects.requireNonNull(scenes.get(path[1])), call);
            var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), 0);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        var headers = new HashMap<String, String>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        return headers;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
