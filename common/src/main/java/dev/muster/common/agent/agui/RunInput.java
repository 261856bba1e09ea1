package dev.muster.common.agent.agui;

import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request as RunAgentInput. Members that 0.x servers insist on are always there; others only with a value. */
final class RunInput {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String VERSION = "1.0";

    private final AgentRequest request;
    private final Set<String> ids = new HashSet<>();

    RunInput(AgentRequest request) {
        this.request = request;
    }

    ObjectNode json() {
        ObjectNode input = JSON.objectNode();
        input.put("threadId", request.conversationId());
        input.put("runId", request.runId());
        if (request.endpoint().announceVersion()) {
            input.put("protocolVersion", VERSION);
        }
        input.set("messages", messages());
        input.set("tools", JSON.arrayNode());
        input.set("context", JSON.arrayNode());
        input.set("state", JSON.objectNode());
        input.set("forwardedProps", forwarded(request.options()));
        return input;
    }

    /** Ids of the messages and tool calls that were sent; complete after {@link #json}. */
    Set<String> ids() {
        return ids;
    }

    private ArrayNode messages() {
        ArrayNode messages = JSON.arrayNode();
        for (Message message : request.messages()) {
            messages.add(message(message, messages.size()));
        }
        return messages;
    }

    /** The same place in the conversation has the same id in every run: servers recognise messages by it. */
    private ObjectNode message(Message message, int place) {
        String id = request.conversationId() + "-" + place;
        ids.add(id);
        ObjectNode json = JSON.objectNode().put("id", id).put("role", message.role());
        switch (message.role()) {
            case "user" -> json.set("content", content(message));
            case "assistant" -> assistant(json, message);
            case "tool" -> json.put("content", message.text()).put("toolCallId", message.toolCallId());
            default -> json.put("content", message.text());
        }
        return json;
    }

    private static JsonNode content(Message message) {
        if (message.content().stream().allMatch(ContentPart.Text.class::isInstance)) {
            return JSON.stringNode(message.text());
        }
        ArrayNode parts = JSON.arrayNode();
        for (ContentPart part : message.content()) {
            parts.add(switch (part) {
                case ContentPart.Text text -> JSON.objectNode().put("type", "text").put("text", text.text());
                case ContentPart.Media media -> media(media);
            });
        }
        return parts;
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
        if (!message.toolCalls().isEmpty()) {
            ArrayNode calls = json.putArray("toolCalls");
            message.toolCalls().forEach(call -> calls.add(call(call)));
        }
    }

    private ObjectNode call(ToolCall call) {
        ids.add(call.id());
        ObjectNode json = JSON.objectNode().put("id", call.id()).put("type", "function");
        json.putObject("function").put("name", call.name()).put("arguments", AnswerJson.text(call.arguments()));
        return json;
    }

    private static ObjectNode forwarded(Options options) {
        ObjectNode props = JSON.objectNode();
        if (options.connector() != null) {
            props.put("connector", options.connector());
        }
        if (!options.skip().isEmpty()) {
            ObjectNode skip = props.putObject("skip");
            options.skip().forEach(skip::put);
        }
        if (options.search() != null) {
            props.set("search", options.search());
        }
        if (options.mode() != null) {
            props.put("mode", options.mode());
        }
        if (!options.metadata().isEmpty()) {
            props.putObject("metadata").setAll(options.metadata());
        }
        return props;
    }
}
