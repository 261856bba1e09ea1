package dev.muster.deploy.demo;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The base of the two demo agents: takes a JSON request with a history by POST, and refuses anything else politely. */
interface ScriptedAgent extends HttpHandler {

    @Override
    default void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                refuse(exchange, 405, "send a POST with the conversation");
            } else {
                read(exchange);
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
            answer(exchange, request, history);
        }
    }

    /** @param history at least one message */
    void answer(HttpExchange exchange, JsonNode request, List<DemoMessage> history) throws IOException;

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

    /** Estimates the number of tokens in a text. */
    static int tokens(String text) {
        return text.length() / 4 + 1;
    }

    /** One action of a scripted agent while it answers. */
    sealed interface Act {

        /** Streams a text, word by word. */
        record Say(String text) implements Act {}

        /** Calls one of its own tools and gets the result. */
        record Use(String tool, JsonNode arguments, JsonNode result) implements Act {}

        /** Calls a tool of the caller; the answer ends there. */
        record Ask(String tool, JsonNode arguments) implements Act {}

        /** Sends its whole state. */
        record Show(JsonNode state) implements Act {}

        /** Changes its state by a JSON Patch (RFC 6902). */
        record Change(JsonNode patch) implements Act {}
    }
}
