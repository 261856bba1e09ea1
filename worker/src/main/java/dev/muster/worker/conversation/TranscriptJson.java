package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The conversation so far, in the form of the helpers' documents. */
final class TranscriptJson {

    private TranscriptJson() {}

    /** Returns role and content of the messages to and from the target; tool messages are in {@code tool_results}. */
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

    /** Returns the last result of each tool, by name. */
    static ObjectNode results(List<ToolResult> results) {
        var all = Json.MAPPER.createObjectNode();
        results.stream().filter(result -> result.name() != null)
                .forEach(result -> all.set(String.valueOf(result.name()), result.content()));
        return all;
    }
}
