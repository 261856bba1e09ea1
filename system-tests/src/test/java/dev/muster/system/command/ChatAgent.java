package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/** An OpenAI-compatible agent that returns a given text on each path. */
final class ChatAgent implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();

    private ChatAgent(HttpServer server) {
        this.server = server;
    }

    static ChatAgent start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        return new ChatAgent(server);
    }

    ChatAgent saying(String path, String text) {
        return saying(path, () -> text);
    }

    /** Evaluated for each call. */
    ChatAgent saying(String path, Supplier<String> text) {
        return on(path, exchange -> answer(exchange, 200, text.get()));
    }

    /** Refuses every login on that path. */
    ChatAgent refusing(String path) {
        return on(path, exchange -> answer(exchange, 401, "no"));
    }

    /** Has no time for anybody on that path. */
    ChatAgent busy(String path) {
        return on(path, exchange -> answer(exchange, 429, "later"));
    }

    /** Replaces what the path did before. */
    private ChatAgent on(String path, HttpHandler handler) {
        if (handlers.put(path, handler) == null) {
            server.createContext(path, exchange -> Objects.requireNonNull(handlers.get(path)).handle(exchange));
        }
        return this;
    }

    /** Returns the URL without a path. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var answer = Json.MAPPER.createObjectNode();
        answer.putObject("usage").put("prompt_tokens", 10).put("completion_tokens", 5);
        var choice = answer.putArray("choices").addObject().put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", text);
        var bytes = Json.MAPPER.writeValueAsBytes(answer);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
