package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.worker.call.Awaiting;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The conversation so far, in the form of the helpers' documents. */
public final class TranscriptJson {

    /** Returns role and content of the messages to and from the target; tool messages are in {@code tool_results}. */
    public static ArrayNode conversation(List<Message> history) {
        var all = Json.MAPPER.createArrayNode();
        history.stream().filter(message -> !"tool".equals(message.role()) && !message.text().isEmpty())
                .forEach(message -> all.addObject().put("role", message.role()).put("content", spoken(message)));
        return all;
    }

    private static String spoken(Message message) {
        return "assistant".equals(message.role()) ? Awaiting.spoken(message.text()) : message.text();
    }

    private static ArrayNode calls(List<ToolCall> calls) {
        var all = Json.MAPPER.createArrayNode();
        calls.forEach(call -> all.addObject().put("name", call.name()).set("args", call.arguments()));
        return all;
    }

    /** Adds the calls of a reply, their results, and the agent's state if there is one. */
    static void put(ObjectNode document, AgentReply reply) {
        document.set("tool_calls", calls(reply.content().toolCalls()));
        document.set("tool_results", results(reply.content().toolResults()));
        if (reply.content().state() != null) {
            document.set("state", reply.content().state());
        }
    }

    /** Adds all that {@link #put} does, and null where there is no state. */
    public static void putAll(ObjectNode document, AgentReply reply) {
        put(document, reply);
        document.putIfAbsent("state", Json.MAPPER.nullNode());
    }

    /** Returns the last result of each tool, by name. */
    public static ObjectNode results(List<ToolResult> results) {
        var all = Json.MAPPER.createObjectNode();
        results.stream().filter(result -> result.name() != null)
                .forEach(result -> all.set(String.valueOf(result.name()), result.content()));
        return all;
    }
}
