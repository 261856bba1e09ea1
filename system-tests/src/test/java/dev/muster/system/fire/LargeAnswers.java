package dev.muster.system.fire;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** An OpenAI-compatible agent with answers of a given size that hardly compress. */
final class LargeAnswers implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger calls = new AtomicInteger();
    private final int bytes;

    private LargeAnswers(HttpServer server, int bytes) {
        this.server = server;
        this.bytes = bytes;
    }

    static LargeAnswers start(int bytes) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var agent = new LargeAnswers(server, bytes);
        server.createContext("/", agent::answer);
        server.setExecutor(agent.threads);
        server.start();
        return agent;
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Writes a project folder whose cases call it. */
    Path project(Path folder, int cases) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("muster.yaml"),
                "agents:\n  large: { protocol: openai, url: \"" + url() + "\", model: m }\n");
        SlowSuite.writeCases(folder, cases, n -> "large");
        return folder;
    }

    int calls() {
        return calls.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var random = new byte[bytes / 4 * 3];
        new Random(calls.incrementAndGet()).nextBytes(random);
        exchange.getRequestBody().readAllBytes();
        var body = ("{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\""
                + Base64.getEncoder().encodeToString(random) + "\"}}],\"usage\":{\"prompt_tokens\":1,"
                + "\"completion_tokens\":1,\"total_tokens\":2}}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
