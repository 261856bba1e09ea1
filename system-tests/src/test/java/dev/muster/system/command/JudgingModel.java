package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/** The model that judges in the documents: an OpenAI-compatible server that finds only apologies missing. */
final class JudgingModel implements AutoCloseable {

    private final HttpServer server;

    private JudgingModel(HttpServer server) {
        this.server = server;
    }

    /** @param key what callers have to show */
    static JudgingModel start(String key) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> answer(exchange, key));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return new JudgingModel(server);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, String key) throws IOException {
        try (exchange) {
            var messages = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).path("messages");
            boolean known = ("Bearer " + key).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            var document = messages.path(messages.size() - 1).path("content").asString("");
            boolean passed = !document.contains("apologizes");
            var verdict = Json.MAPPER.createObjectNode().put("passed", passed).put("score", passed ? 0.9 : 0.1)
                    .put("reason", passed ? "It says so." : "The reply has no word of apology.").toString();
            var answer = Json.MAPPER.createObjectNode();
            answer.putArray("choices").addObject().put("finish_reason", "stop").putObject("message")
                    .put("role", "assistant").put("content", verdict);
            var bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(known ? 200 : 401, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
