package dev.muster.cli.demo;

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

    /** One message of the history sent to a demo agent, over either protocol, with the tools that an assistant called. */
    record DemoMessage(String role, String text, List<String> tools) {

        boolean by(String who) {
            return role.equals(who);
        }

        /** Reads the {@code messages} of an AG-UI or OpenAI request, which have the same form as far as needed here. */
        static List<DemoMessage> history(JsonNode request) {
            return request.path("messages").valueStream()
                    .map(message -> new DemoMessage(message.path("role").asString(""),
                            text(message.path("content")), tools(message)))
                    .toList();
        }

        private static String text(JsonNode content) {
            return content.isString() ? content.stringValue() : content.valueStream()
                    .map(part -> part.path("text").asString("")).collect(Collectors.joining("\n"));
        }

        private static List<String> tools(JsonNode message) {
            return Stream.of("toolCalls", "tool_calls").flatMap(member -> message.path(member).valueStream())
                    .map(call -> call.path("function").path("name").asString("")).toList();
        }
    }

    /** The answer to one request as server-sent events, each sent as soon as it is written. */
    record AnswerStream(OutputStream out, Pace pace) implements AutoCloseable {

        static AnswerStream open(HttpExchange exchange, Pace pace) throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
            exchange.sendResponseHeaders(200, 0);
            return new AnswerStream(exchange.getResponseBody(), pace);
        }

        void send(JsonNode event) throws IOException {
            send(event.toString());
        }

        void send(String data) throws IOException {
            out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        /** Waits as long as a model needs for a word. */
        void pause() {
            pace.pause();
        }

        /** Splits a text into the pieces that a model would send: words with the space before them. */
        static List<String> words(String text) {
            return List.of(text.split("(?= )"));
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        /** The time between two words; stopping the agents cuts it short. */
        static final class Pace {

            private final long nanos;
            private final CountDownLatch stopped = new CountDownLatch(1);

            Pace(Duration between) {
                this.nanos = between.toNanos();
            }

            void pause() {
                try {
                    stopped.await(nanos, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            void stop() {
                stopped.countDown();
            }
        }
    }
}
