package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns test vectors into cases: each has an agent's answer for its number, and the expected outcome. */
final class Vectors {

    private Vectors() {}

    /** Returns the cases; a reply with a finish reason needs a protocol that has one. */
    static List<ObjectNode> cases(JsonNode vectors) {
        return Trials.items(vectors).map(vector -> vector.path("reply").path("finish").asString("stop"))
                .map(finish -> !finish.equals("stop")).map(chat -> {
                    var json = Json.MAPPER.createObjectNode().put("type", "multi_turn").put("on_missing_input", "end");
                    return chat ? json.put("agent", "assistants.chat") : json;
                }).toList();
    }

    static ObjectNode script(JsonNode vectors) {
        var cases = Json.MAPPER.createObjectNode();
        each(vectors, (id, vector) -> cases.putObject(id).putArray("agent").add(reply(vector)));
        return Json.MAPPER.createObjectNode().set("cases", cases);
    }

    static ObjectNode result(JsonNode vectors) {
        var reasons = Json.MAPPER.createObjectNode();
        each(vectors, (id, vector) -> reasons.put(id, reason(vector)));
        return Json.MAPPER.createObjectNode().set("awaiting", reasons);
    }

    static void each(JsonNode vectors, BiConsumer<String, JsonNode> then) {
        int number = 0;
        for (var vector : vectors) {
            number++;
            then.accept("vector-" + number, vector);
        }
    }

    private static JsonNode reply(JsonNode vector) {
        if (vector.has("reply")) {
            return vector.path("reply");
        }
        var reply = Json.MAPPER.createObjectNode();
        if (vector.has("tool")) {
            var tool = reply.put("text", "Done.").putArray("tools").addObject();
            tool.put("name", vector.path("tool").stringValue()).put("result", "ok").putObject("args");
            return reply;
        }
        return reply.put("text", vector.path("content").stringValue());
    }

    private static String reason(JsonNode vector) {
        if (vector.has("reason")) {
            return vector.path("reason").stringValue();
        }
        if (vector.path("question").asBoolean(false)) {
            return "content_is_question";
        }
        return vector.path("awaiting").asBoolean(false) ? "tool_requires_confirmation" : "completed";
    }
}
