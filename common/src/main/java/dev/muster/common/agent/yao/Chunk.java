package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One chunk of the stream.
 *
 * @param type of the message that it belongs to, such as {@code text}
 * @param messageId of that message; "" when the chunk names none
 * @param path where in the message's props; "" for all of them
 */
record Chunk(String type, String messageId, ObjectNode props, Action action, String path) {

    /** The effect of a chunk on the message that earlier chunks have built. */
    enum Action {
        /** Begins the message, or replaces it, perhaps with another type. */
        WHOLE,
        APPEND,
        REPLACE,
        MERGE,
        SET
    }

    /** @throws StreamBroken when a known field has the wrong type */
    static Chunk of(JsonNode json) throws StreamBroken {
        String type = text(json, "type");
        if (type.isEmpty()) {
            throw new StreamBroken("a chunk has no type");
        }
        return new Chunk(type, text(json, "message_id"), props(json), action(json), text(json, "delta_path"));
    }

    /** Returns the chunk itself; or, if it has several tool calls, one chunk for each, each of its own message. */
    List<Chunk> each() {
        JsonNode calls = props.path("calls");
        if (!type.equals(CuiMessage.TOOL_CALL) || !calls.isArray()) {
            return List.of(this);
        }
        var chunks = new ArrayList<Chunk>();
        for (JsonNode call : calls) {
            String id = messageId + "#" + call.path("index").asInt(chunks.size());
            chunks.add(new Chunk(type, id, flat(call), Action.APPEND, CuiMessage.ARGUMENTS));
        }
        return chunks;
    }

    /** Returns the call in the form of a single one. */
    private static ObjectNode flat(JsonNode call) {
        JsonNode function = call.path("function");
        JsonNode arguments = function.path(CuiMessage.ARGUMENTS);
        return JsonNodeFactory.instance.objectNode().put("id", call.path("id").stringValue(""))
                .put("name", function.path("name").stringValue(""))
                .put(CuiMessage.ARGUMENTS,
                        StreamBroken.isAbsent(arguments) ? "" : AnswerJson.text(arguments));
    }

    private static String text(JsonNode json, String name) throws StreamBroken {
        return StreamBroken.text(json, name, name);
    }

    private static ObjectNode props(JsonNode json) throws StreamBroken {
        JsonNode props = json.path("props");
        if (StreamBroken.isAbsent(props)) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (props instanceof ObjectNode object) {
            return object;
        }
        throw StreamBroken.wrong("props", props, "an object");
    }

    private static Action action(JsonNode json) throws StreamBroken {
        if (!json.path("delta").asBoolean(false) || json.path("type_change").asBoolean(false)) {
            return Action.WHOLE;
        }
        String action = text(json, "delta_action");
        return switch (action) {
            case "", "append" -> Action.APPEND;
            case "replace" -> Action.REPLACE;
            case "merge" -> Action.MERGE;
            case "set" -> Action.SET;
            default -> throw new StreamBroken("delta_action of a chunk is '" + OneLine.ofMessage(action)
                    + "', but must be append, replace, merge or set");
        };
    }
}
