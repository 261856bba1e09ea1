package dev.muster.cli.testing;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAI-compatible server on a free port of the loopback interface, with a script for each path. */
public final class ScriptedModel implements AutoCloseable {

    private final HttpServer server;
    private final ConcurrentSkipListMap<String, Script> scripts = new ConcurrentSkipListMap<>(
            Comparator.comparing(String::length).reversed()
                    .thenComparing(Comparator.naturalOrder()));

    /** Answers one call; it may be called by several threads at once. */
    @FunctionalInterface
    public interface Script {
        Answer answer(Call call);
    }

    /** @param path as it was called, without a query */
    public record Call(String path, String authorization, JsonNode body) {

        /** Returns the text of the newest message. */
        public String newest() {
            var messages = body.path("messages");
            return messages.path(messages.size() - 1).path("content").asString("");
        }

        public String model() {
            return body.path("model").asString("");
        }
    }

    public record Answer(int status, JsonNode body) {

        public static Answer json(JsonNode body) {
            return new Answer(200, body);
        }

        /** A chat completion with this text and no usage. */
        public static Answer text(String text) {
            return message(Json.MAPPER.createObjectNode().put("content", text));
        }

        /** A chat completion with this message. */
        public static Answer message(ObjectNode message) {
            var completion = Json.MAPPER.createObjectNode().put("id", "c1").put("object", "chat.completion");
            completion.putArray("choices").addObject().put("index", 0)
                    .put("finish_reason", message.has("tool_calls") ? "tool_calls" : "stop")
                    .set("message", message.put("role", "assistant"));
            return json(completion);
        }

        public static Answer error(int status, String message) {
            var body = Json.MAPPER.createObjectNode();
            body.putObject("error").put("message", message);
            return new Answer(status, body);
        }

        /** The same, with the tokens of both directions. */
        public Answer using(int input, int output) {
            ((ObjectNode) body).putObject("usage").put("prompt_tokens", input).put("completion_tokens", output)
                    .put("total_tokens", input + output);
            return this;
        }
    }

    private ScriptedModel(HttpServer server) {
        this.server = server;
    }

    public static ScriptedModel start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var model = new ScriptedModel(server);
        server.createContext("/", model::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return model;
    }

    /** Answers calls of paths that begin so, also those in progress, by this script; the longest path counts. */
    public ScriptedModel on(String path, Script script) {
        scripts.put(path, script);
        return this;
    }

    /** Answers with this text, at 10 tokens in and 5 out. */
    public ScriptedModel saying(String path, String text) {
        return saying(path, () -> text);
    }

    /** The text is evaluated for each call. */
    public ScriptedModel saying(String path, Supplier<String> text) {
        return on(path, _ -> Answer.text(text.get()).using(10, 5));
    }

    /** Refuses every login. */
    public ScriptedModel refusing(String path) {
        return on(path, _ -> Answer.error(401, "no"));
    }

    /** Always sends calls away. */
    public ScriptedModel busy(String path) {
        return on(path, _ -> Answer.error(429, "later"));
    }

    /** Returns the URL without a path. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var script = scripts.entrySet().stream().filter(each -> path.startsWith(each.getKey())).findFirst();
            var text = exchange.getRequestBody().readAllBytes();
            var call = new Call(path, Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"),
                    ""), text.length == 0 ? Json.MAPPER.createObjectNode() : Json.MAPPER.readTree(text));
            var answer = script.map(each -> each.getValue().answer(call))
                    .orElse(Answer.error(404, "no script: " + path));
            var bytes = Json.MAPPER.writeValueAsBytes(answer.body());
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
