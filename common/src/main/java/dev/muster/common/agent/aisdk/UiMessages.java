package dev.muster.common.agent.aisdk;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A conversation as the messages with parts of the Vercel AI SDK. */
public final class UiMessages {

    static final String MEMORY = "ui";
    static final String APPROVAL = "approval";

    private static final String MESSAGES = "messages";
    private static final String COVERED = "covered";

    private UiMessages() {}

    /** Returns what earlier answers left in the memory, with the messages since then and the answers to approvals. */
    public static ArrayNode of(AgentRequest request, ObjectNode memory) {
        var known = memory.path(MEMORY);
        var messages = known.path(MESSAGES) instanceof ArrayNode before ? before.deepCopy()
                : JsonNodeFactory.instance.arrayNode();
        int covered = Math.min(known.path(COVERED).asInt(0), request.messages().size());
        var approvals = request.continuation().resume().stream()
                .collect(Collectors.toMap(Interrupt.Resume::interruptId, Function.identity(), (one, _) -> one));
        toolsOf(messages).values().forEach(tool -> approve(tool, approvals));
        var tools = toolsOf(messages);
        for (var message : request.messages().subList(covered, request.messages().size())) {
            add(message, messages, tools, request.conversationId());
        }
        return messages;
    }

    /** Keeps the messages for the next call. */
    static void keep(ObjectNode memory, ArrayNode messages, int covered) {
        memory.putObject(MEMORY).put(COVERED, covered).set(MESSAGES, messages);
    }

    /** Returns the parts of tools by the ids of their calls; the last message's only, as no other is open. */
    static Map<String, ObjectNode> toolsOf(ArrayNode messages) {
        var tools = new LinkedHashMap<String, ObjectNode>();
        if (!messages.isEmpty()) {
            for (var part : messages.get(messages.size() - 1).path("parts")) {
                if (part instanceof ObjectNode tool && tool.has("toolCallId")) {
                    tools.put(tool.path("toolCallId").stringValue(""), tool);
                }
            }
        }
        return tools;
    }

    static String name(ObjectNode tool) {
        var type = tool.path("type").stringValue("");
        return type.equals("dynamic-tool") ? tool.path("toolName").stringValue("") : type.substring("tool-".length());
    }

    private static void approve(ObjectNode tool, Map<String, Interrupt.Resume> approvals) {
        var resume = tool.path(APPROVAL) instanceof ObjectNode approval
                ? approvals.get(approval.path("id").stringValue("")) : null;
        if (resume != null) {
            var answer = resume.payload() == null ? JsonNodeFactory.instance.nullNode() : resume.payload();
            var approval = tool.put("state", "approval-responded").withObject("/" + APPROVAL)
                    .put("approved", resume.resolved() && Interrupt.approves(answer));
            Interrupt.reason(answer).ifPresent(reason -> approval.put("reason", reason));
        }
    }

    private static void add(Message message, ArrayNode to, Map<String, ObjectNode> tools, String conversation) {
        var answered = message.toolCallId() == null ? null : tools.get(message.toolCallId());
        if (message.toolCallId() != null) {
            if (answered != null) {
                answered.put("state", "output-available").set("output", AnswerJson.readOrText(message.text()));
            }
            return;
        }
        var parts = to.addObject().put("id", conversation + "-" + to.size())
                .put("role", message.role().equals("developer") ? "system" : message.role()).putArray("parts");
        for (var part : message.content()) {
            switch (part) {
                case ContentPart.Text(var text) -> parts.addObject().put("type", "text").put("text", text);
                case ContentPart.Media media -> file(media, parts.addObject());
            }
        }
        for (var call : message.toolCalls()) {
            var tool = parts.addObject().put("type", "tool-" + call.name()).put("toolCallId", call.id())
                    .put("state", "input-available");
            tool.set("input", call.arguments());
            tools.put(call.id(), tool);
        }
    }

    private static void file(ContentPart.Media media, ObjectNode part) {
        MessageJson.add(part.put("type", "file").put("mediaType", media.mimeType()).put("url", media.address()),
                "filename", media.filename());
    }
}
