package dev.muster.system.interop;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAI-compatible server, and an order API, that answer what a list says; its judge finds what says SORRY-GOOD good. */
final class ScriptedModel implements AutoCloseable {

    private final HttpServer server;
    private volatile JsonNode replies = Json.MAPPER.createArrayNode();

    private ScriptedModel(HttpServer server) {
        this.server = server;
    }

    static ScriptedModel start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var model = new ScriptedModel(server);
        server.createContext("/v1/chat/completions", exchange -> answer(exchange, model::completion));
        server.createContext("/v1/embeddings", exchange -> answer(exchange, ScriptedModel::embeddings));
        server.createContext("/orders", exchange -> answer(exchange, model::order));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return model;
    }

    /** Answers from now on with the first reply whose {@code when} is in the newest message, and {@code after} earlier. */
    void says(JsonNode replies) {
        this.replies = replies;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, UnaryOperator<JsonNode> script) throws IOException {
        try (exchange) {
            var answer = script.apply(Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()));
            var bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private JsonNode completion(JsonNode request) {
        var messages = request.path("messages");
        var said = messages.path(messages.size() - 1).path("content").asString("");
        var message = Json.MAPPER.createObjectNode().put("role", "assistant");
        if (request.path("model").asString("").equals("judge")) {
            message.put("content", judgement(messages.toString()));
        } else {
            answer(said, messages.toString(), message);
        }
        var answer = Json.MAPPER.createObjectNode().put("id", "c1").put("object", "chat.completion").put("model", "m");
        answer.putArray("choices").addObject().put("index", 0)
                .put("finish_reason", message.has("tool_calls") ? "tool_calls" : "stop").set("message", message);
        answer.putObject("usage").put("prompt_tokens", 10).put("completion_tokens", 5).put("total_tokens", 15);
        return answer;
    }

    private void answer(String said, String all, ObjectNode message) {
        var reply = replies.valueStream().filter(each -> said.contains(each.path("when").asString())
                && all.contains(each.path("after").asString(""))).findFirst().orElseThrow();
        if (reply.has("call")) {
            message.putNull("content").putArray("tool_calls").addObject().put("id", "t1").put("type", "function")
                    .putObject("function").put("name", reply.path("call").asString())
                    .put("arguments", reply.path("with").asString());
        } else {
            message.put("content", reply.path("say").asString());
        }
    }

    /** Answers as each of the graders' prompts asks: with steps, a score up to ten, a letter, or a verdict. */
    private static String judgement(String prompt) {
        boolean good = prompt.contains("SORRY-GOOD") && !prompt.contains("(refused)");
        if (prompt.contains("concise evaluation steps applicable")) {
            return "{\"steps\": [\"read it\"]}";
        }
        if (prompt.contains("single character")) {
            return good ? "Y" : "N";
        }
        boolean ofTen = prompt.contains("Given the evaluation steps");
        return Json.MAPPER.createObjectNode().put("pass", good).put("passed", good)
                .put("score", good ? ofTen ? 9 : 0.9 : 0.1).put("reason", "as scripted")
                .put("category", good ? "C" : "D").toString();
    }

    /** Counts letters. */
    private static JsonNode embeddings(JsonNode request) {
        var answer = Json.MAPPER.createObjectNode().put("object", "list");
        var data = answer.putArray("data");
        var input = request.path("input");
        (input.isArray() ? input.valueStream().map(JsonNode::asString) : Stream.of(input.asString())).forEach(text -> {
            var vector = data.addObject().put("index", data.size() - 1).put("object", "embedding")
                    .putArray("embedding");
            for (char letter = 'a'; letter <= 'z'; letter++) {
                char counted = letter;
                vector.add(text.toLowerCase(Locale.ROOT).chars().filter(c -> c == counted).count());
            }
        });
        answer.putObject("usage").put("prompt_tokens", 1).put("total_tokens", 1);
        return answer;
    }

    private JsonNode order(JsonNode request) {
        var message = Json.MAPPER.createObjectNode();
        answer(request.path("question").asString(), "", message);
        var answer = Json.MAPPER.createObjectNode();
        answer.putObject("reply").put("text", message.path("content").asString());
        return answer;
    }
}
