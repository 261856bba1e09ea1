package dev.muster.system.command;

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
        server.createContext("/claude", exchange -> told(exchange, """
                {"type": "message", "stop_reason": "end_turn", "content": [{"type": "text", "text": %1$s},
                 {"type": "thinking", "thinking": %1$s}, {"type": "tool_use", "id": "t1", "name": "look", "input": {"q": %1$s}}]}
                """));
        server.createContext("/replies", exchange -> told(exchange, """
                {"id": "r1", "status": "completed", "output": [{"type": "mcp_call", "id": "t1", "name": "look",
                 "arguments": "{}", "output": %1$s}, {"type": "odd", "echo": %1$s},
                 {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": %1$s}]}]}
                """));
        server.createContext("/peer", exchange -> told(exchange, exchange.getRequestMethod().equals("GET") ? """
                {"capabilities": {}, "name": %1$s, "supportedInterfaces": [{"url": "URL/peer/rpc", "protocolBinding": "JSONRPC",
                 "protocolVersion": "1.0"}]}
                """.replace("URL", url()) : """
                {"jsonrpc": "2.0", "id": 1, "result": {"message": {"messageId": "m1", "role": "ROLE_AGENT", "contextId": "c",
                 "parts": [{"text": %1$s}, {"data": {"echo": %1$s}}], "metadata": {"echo": %1$s}}}}
                """));
        server.createContext("/ui", this::ui);
        server.createContext("/tools", this::tools);
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

    /** Answers with JSON in which everything is repeated. */
    private void told(HttpExchange exchange, String form) throws IOException {
        var sent = exchange.getRequestBody().readAllBytes();
        var echo = echo(exchange,
                Json.MAPPER.readTree(sent.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : sent));
        answer(exchange, 200, "application/json", form.formatted(Json.MAPPER.writeValueAsString(echo)));
    }

    private void ui(HttpExchange exchange) throws IOException {
        var echo = Json.MAPPER.writeValueAsString(echo(exchange, Json.MAPPER.readTree(exchange.getRequestBody()
                .readAllBytes())));
        answer(exchange, 200, "text/event-stream", Stream.of("{\"type\":\"start\"}",
                "{\"type\":\"data-echo\",\"data\":" + echo + "}", "{\"type\":\"tool-input-available\",\"toolCallId\":"
                        + "\"t1\",\"toolName\":\"look\",\"input\":{\"q\":" + echo + "}}",
                "{\"type\":\"tool-output-available\",\"toolCallId\":\"t1\",\"output\":" + echo + "}",
                "{\"type\":\"text-delta\",\"id\":\"1\",\"delta\":" + echo + "}", "{\"type\":\"finish\"}", "[DONE]")
                .map(event -> "data: " + event + "\n\n").collect(Collectors.joining()));
    }

    private void tools(HttpExchange exchange) throws IOException {
        var sent = exchange.getRequestBody().readAllBytes();
        var body = Json.MAPPER.readTree(sent.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : sent);
        var echo = Json.MAPPER.writeValueAsString(echo(exchange, body));
        var result = switch (body.path("method").stringValue("")) {
            case "initialize" -> "\"result\": {\"protocolVersion\": \"2025-11-25\", \"capabilities\": {\"tools\": {}},"
                    + " \"serverInfo\": {\"name\": \"echo\", \"version\": \"1\"}, \"instructions\": " + echo + "}";
            case "tools/call" -> "\"result\": {\"content\": [{\"type\": \"text\", \"text\": " + echo
                    + "}, {\"type\": \"resource\", \"resource\": {\"uri\": \"memo:1\", \"text\": " + echo
                    + "}}], \"structuredContent\": {\"echo\": " + echo + "}}";
            default -> "\"error\": {\"code\": -32601, \"message\": " + echo + "}";
        };
        answer(exchange, body.has("id") ? 200 : exchange.getRequestMethod().equals("POST") ? 202 : 405,
                "application/json", body.has("id") ? "{\"jsonrpc\": \"2.0\", \"id\": " + body.path("id") + ", " + result
                        + "}" : "");
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
                + body.path("messages") + body.path("params");
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
