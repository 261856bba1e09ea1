package dev.muster.system.interop;

import module java.base;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.ScriptedModel.Call;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAI-compatible server, and an order API, that answer what a list says; its judge finds what says SORRY-GOOD good. */
final class PromptfooServer implements AutoCloseable {

    private final ScriptedModel model;
    private volatile JsonNode replies = Json.MAPPER.createArrayNode();

    private PromptfooServer(ScriptedModel model) {
        this.model = model;
    }

    static PromptfooServer start() throws IOException {
        var server = new PromptfooServer(ScriptedModel.start());
        server.model.on("/v1/chat/completions", server::completion)
                .on("/v1/messages", server::blocks)
                .on("/v1/embeddings", call -> Answer.json(embeddings(call.body())))
                .on("/orders", call -> Answer.json(server.order(call.body())));
        return server;
    }

    /** Answers from now on with the first reply whose {@code when} is in the newest message, and {@code after} earlier. */
    void says(JsonNode replies) {
        this.replies = replies;
    }

    String url() {
        return model.url();
    }

    @Override
    public void close() {
        model.close();
    }

    private Answer completion(Call call) {
        var all = call.body().path("messages").toString();
        var message = Json.MAPPER.createObjectNode();
        if (call.model().equals("judge")) {
            message.put("content", judgement(all));
        } else {
            answer(call.newest(), all, message);
        }
        return Answer.message(message).using(10, 5);
    }

    private void answer(String said, String all, ObjectNode message) {
        var reply = reply(said, all);
        if (reply.has("message")) {
            message.setAll((ObjectNode) reply.path("message"));
        } else if (reply.has("echo")) {
            message.put("content", said);
        } else if (reply.has("call")) {
            message.putNull("content").putArray("tool_calls").addObject().put("id", "t1").put("type", "function")
                    .putObject("function").put("name", reply.path("call").asString())
                    .put("arguments", reply.path("with").asString());
        } else {
            message.put("content", reply.path("say").asString());
        }
    }

    private JsonNode reply(String said, String all) {
        return replies.valueStream().filter(each -> said.contains(each.path("when").asString())
                && all.contains(each.path("after").asString(""))).findFirst().orElseThrow();
    }

    /** Answers as Anthropic's Messages do. */
    private Answer blocks(Call call) {
        var said = call.body().path("messages").toString();
        var answer = Json.MAPPER.createObjectNode().put("id", "m1").put("type", "message").put("role", "assistant")
                .put("model", call.model()).put("stop_reason", "end_turn");
        answer.set("content", reply(said, said).path("blocks"));
        answer.putObject("usage").put("input_tokens", 10).put("output_tokens", 5);
        return Answer.json(answer);
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
