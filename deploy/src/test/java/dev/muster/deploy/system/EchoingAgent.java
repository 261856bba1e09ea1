package dev.muster.deploy.system;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** An agent that repeats everything it receives: URL, headers and body, in replies, tool calls, states and errors. */
final class EchoingAgent implements AutoCloseable {

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    EchoingAgent() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/agui", this::agui);
        server.createContext("/llm", this::openai);
        server.createContext("/broken", this::broken);
        server.createContext("/moved", this::moved);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<String> heard() {
        return List.copyOf(heard);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void agui(HttpExchange exchange) throws IOException {
        var body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        var echo = echo(exchange, body);
        var ids = Map.of("threadId", body.path("threadId").stringValue(), "runId", body.path("runId").stringValue());
        var events = new StringBuilder();
        add(events, "RUN_STARTED", ids);
        add(events, "TEXT_MESSAGE_START", Map.of("messageId", "m1", "role", "assistant"));
        add(events, "TEXT_MESSAGE_CONTENT", Map.of("messageId", "m1", "delta", echo));
        add(events, "TEXT_MESSAGE_END", Map.of("messageId", "m1"));
        add(events, "TOOL_CALL_START", Map.of("toolCallId", "t1", "toolCallName", "look"));
        add(events, "TOOL_CALL_ARGS",
                Map.of("toolCallId", "t1", "delta", Json.MAPPER.writeValueAsString(Map.of("q", echo))));
        add(events, "TOOL_CALL_END", Map.of("toolCallId", "t1"));
        add(events, "TOOL_CALL_RESULT", Map.of("messageId", "m2", "toolCallId", "t1", "content", echo));
        add(events, "STATE_SNAPSHOT", Map.of("snapshot", Map.of("echo", echo)));
        add(events, "RUN_FINISHED", ids);
        answer(exchange, 200, "text/event-stream", events.toString());
    }

    private static void add(StringBuilder events, String type, Map<String, ?> members) {
        var event = Json.MAPPER.createObjectNode().put("type", type);
        members.forEach((name, value) -> event.set(name, Json.MAPPER.valueToTree(value)));
        events.append("data: ").append(event).append("\n\n");
    }

    private void openai(HttpExchange exchange) throws IOException {
        var echo = echo(exchange, Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
        var message = Json.MAPPER.createObjectNode().put("role", "assistant").put("content", echo);
        var choice = Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message);
        answer(exchange, 200, "application/json",
                Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode().add(choice)).toString());
    }

    private void broken(HttpExchange exchange) throws IOException {
        var echo = echo(exchange, Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
        answer(exchange, 400, "application/json",
                Json.MAPPER.createObjectNode().put("error", "no sense in this: " + echo).toString());
    }

    /** Sends the caller on, with its secrets in the new address. */
    private void moved(HttpExchange exchange) throws IOException {
        var echo = echo(exchange, Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
        exchange.getResponseHeaders().add("Location", url() + "/elsewhere?echo=" + echo.replace('\n', ' '));
        answer(exchange, 307, "text/plain", echo);
    }

    private String echo(HttpExchange exchange, JsonNode body) {
        var echo = exchange.getRequestURI() + " " + exchange.getRequestHeaders().entrySet() + " "
                + body.path("messages");
        heard.add(echo);
        return echo;
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
