package dev.muster.common.agent.aisdk;

import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A line {@code CODE:JSON} of the data stream of the Vercel AI SDK 4, as the chunk that later versions send. */
public final class UiLine {

    private UiLine() {}

    public static ObjectNode chunk(String line) throws StreamBroken {
        if (line.indexOf(':') != 1) {
            throw new StreamBroken("a line is not CODE:JSON, as in the data stream of the AI SDK 4: "
                    + OneLine.of(line));
        }
        var json = AnswerJson.read(line.substring(2), "a line after its code");
        return switch (line.charAt(0)) {
            case '0' -> of("text-delta").set("delta", json);
            case 'g' -> of("reasoning-delta").set("delta", json);
            case '9' -> call("tool-input-available", json).set("toolName", json.path("toolName"))
                    .set("input", json.path("args"));
            case 'a' -> call("tool-output-available", json).set("output", json.path("result"));
            case '2' -> of("data-message").set("data", json);
            case '3' -> of("error").set("errorText", json);
            case 'f' -> of("start-step");
            case 'e' -> of("finish-step");
            case 'd' -> finish(json);
            default -> of("other");
        };
    }

    private static ObjectNode of(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static ObjectNode call(String type, JsonNode json) {
        return of(type).set("toolCallId", json.path("toolCallId"));
    }

    private static ObjectNode finish(JsonNode json) {
        ObjectNode chunk = of("finish").set("finishReason", json.path("finishReason"));
        var usage = json.path("usage");
        chunk.putObject("messageMetadata").putObject("usage").set("inputTokens", usage.path("promptTokens"))
                .set("outputTokens", usage.path("completionTokens"));
        return chunk;
    }
}
