package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.system.conformance.Part.Step;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a step as the chunks of a chat completion. */
final class ChatAnswer {

    private final StringBuilder chunks = new StringBuilder();

    private ChatAnswer() {}

    static String of(Scene scene, Step step) throws IOException {
        return new ChatAnswer().chunks(scene, step);
    }

    private String chunks(Scene scene, Step step) throws IOException {
        int index = 0;
        for (var tool : step.does().path("tools")) {
            call(tool, index);
            index++;
        }
        if (step.does().has("refusal")) {
            send(delta("refusal", step.does().path("refusal").stringValue()));
        } else {
            send(delta("content", text(scene, step)));
        }
        if (!step.fails("truncated")) {
            var last = Json.MAPPER.createObjectNode();
            last.putArray("choices").addObject().put("index", 0)
                    .put("finish_reason", step.does().path("finish").asString("stop")).putObject("delta");
            send(last);
            chunks.append("data: [DONE]\n\n");
        }
        return chunks.toString();
    }

    private static String text(Scene scene, Step step) throws IOException {
        var says = step.does().has("reply") ? step.does().path("reply") : step.does().path("json");
        return step.text(says.isMissingNode() ? step.does().path("text").asString("") : scene.json(says));
    }

    private void call(JsonNode tool, int index) {
        var chunk = Json.MAPPER.createObjectNode();
        var call = chunk.putArray("choices").addObject().put("index", 0).putObject("delta").putArray("tool_calls")
                .addObject().put("index", index).put("id", "call_" + index).put("type", "function");
        call.putObject("function").put("name", tool.path("name").stringValue()).put("arguments",
                tool.has("args") ? tool.path("args").toString() : "{}");
        send(chunk);
    }

    private static ObjectNode delta(String member, String text) {
        var chunk = Json.MAPPER.createObjectNode();
        chunk.putArray("choices").addObject().put("index", 0).putObject("delta").put("role", "assistant").put(member,
                text);
        return chunk;
    }

    private void send(JsonNode chunk) {
        chunks.append("data: ").append(chunk).append("\n\n");
    }
}
