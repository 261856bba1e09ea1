package dev.muster.cli.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Takes a JSON request with a history by POST and answers it by a script; refuses anything else with a sentence. */
final class ScriptedAgent implements HttpHandler {

    private final Format format;

    ScriptedAgent(Format format) {
        this.format = format;
    }

    /** Answers in the format of a protocol. */
    @FunctionalInterface
    interface Format {

        /** @param history at least one message */
        void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("POST")) {
                read(exchange);
            } else {
                refuse(exchange, 405, "send a POST with the conversation");
            }
        }
    }

    private void read(HttpExchange exchange) throws IOException {
        JsonNode request;
        try {
            request = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        } catch (JacksonException e) {
            refuse(exchange, 400, "the body is not JSON: " + JsonTrouble.of(e));
            return;
        }
        var history = DemoMessage.history(request);
        if (history.isEmpty()) {
            refuse(exchange, 400, "'messages' is empty; send at least one");
        } else {
            format.answer(exchange, request, history);
        }
    }

    /** Answers with an error as OpenAI-compatible servers write it. */
    static void refuse(HttpExchange exchange, int status, String message) throws IOException {
        var body = Json.MAPPER.createObjectNode();
        body.putObject("error").put("message", message).put("type", "invalid_request_error");
        json(exchange, status, body);
    }

    static void json(HttpExchange exchange, int status, JsonNode body) throws IOException {
        var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
