package dev.muster.worker.talk;

import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Documents that helpers are told (formats, "Helper agents: what they get"). */
final class HelperDocument {

    private static final Set<String> OURS = Set.of("test_mode", "test_id", "session_id");

    private HelperDocument() {}

    static ObjectNode of(String mode, String testId, String sessionId) {
        return Json.MAPPER.createObjectNode().put("test_mode", mode).put("test_id", testId).put("session_id",
                sessionId);
    }

    static ObjectNode withMetadata(ObjectNode document, Map<String, JsonNode> metadata) {
        var told = document.deepCopy();
        new TreeMap<>(metadata).forEach((name, value) -> {
            if (!OURS.contains(name)) {
                told.set(name, value);
            }
        });
        return told;
    }

    /** Role and content of what was said to and by the target; tool messages are in {@code tool_results}. */
    static ArrayNode conversation(List<Message> history) {
        var all = Json.MAPPER.createArrayNode();
        history.stream().filter(message -> !"tool".equals(message.role()) && !message.text().isEmpty())
                .forEach(message -> all.addObject().put("role", message.role()).put("content", spoken(message)));
        return all;
    }

    private static String spoken(Message message) {
        return "assistant".equals(message.role()) ? Awaiting.spoken(message.text()) : message.text();
    }

    static ArrayNode calls(List<ToolCall> calls) {
        var all = Json.MAPPER.createArrayNode();
        calls.forEach(call -> all.addObject().put("name", call.name()).set("args", call.arguments()));
        return all;
    }

    /** The last result of each tool, by its name. */
    static ObjectNode results(List<ToolResult> results) {
        var all = Json.MAPPER.createObjectNode();
        results.stream().filter(result -> result.name() != null)
                .forEach(result -> all.set(String.valueOf(result.name()), result.content()));
        return all;
    }
}
