package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A history as AG-UI messages. */
final class InputMessages {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String threadId;
    private final ArrayNode json = JSON.arrayNode();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> openCalls = new HashSet<>();

    InputMessages(String threadId, List<Message> messages) {
        this.threadId = threadId;
        messages.forEach(message -> json.add(message(message, json.size())));
    }

    ArrayNode json() {
        return json;
    }

    Set<String> ids() {
        return ids;
    }

    Set<String> openCalls() {
        return openCalls;
    }

    /**
     * Servers recognise messages by their ids: an agent's message keeps its id; for others, the same place in the
     * conversation has the same id in every run.
     */
    private ObjectNode message(Message message, int place) {
        String id = message.id() == null ? threadId + "-" + place : message.id();
        ids.add(id);
        ObjectNode json = JSON.objectNode().put("id", id).put("role", message.role());
        switch (message.role()) {
            case "user" -> json.set("content", MessageJson.content(message, InputMessages::media));
            case "assistant" -> assistant(json, message);
            case "tool" -> result(json, message);
            default -> json.put("content", message.text());
        }
        return json;
    }

    private static ObjectNode media(ContentPart.Media media) {
        ObjectNode source = JSON.objectNode();
        if (media.data() == null) {
            source.put("type", "url").put("value", media.url());
        } else {
            source.put("type", "data").put("value", media.data());
        }
        source.put("mimeType", media.mimeType());
        ObjectNode part = JSON.objectNode().put("type", type(media));
        part.set("source", source);
        if (media.filename() != null) {
            part.set("metadata", JSON.objectNode().put("filename", media.filename()));
        }
        return part;
    }

    private static String type(ContentPart.Media media) {
        if (media.kind().equals("file")) {
            return media.mimeType().startsWith("video/") ? "video" : "document";
        }
        return media.kind();
    }

    private void assistant(ObjectNode json, Message message) {
        if (!message.text().isEmpty()) {
            json.put("content", message.text());
        }
        MessageJson.calls(message, "toolCalls", json);
        for (ToolCall call : message.toolCalls()) {
            ids.add(call.id());
            openCalls.add(call.id());
        }
    }

    private void result(ObjectNode json, Message message) {
        json.put("content", message.text()).put("toolCallId", message.toolCallId());
        openCalls.remove(message.toolCallId());
    }
}
