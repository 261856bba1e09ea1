package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.json.Ordered;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request as RunAgentInput. Members that 0.x servers require are always sent; others only with a value. */
final class RunInput {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final AgentRequest request;
    private final InputMessages messages;

    RunInput(AgentRequest request) {
        this.request = request;
        this.messages = new InputMessages(request.conversationId(), request.messages());
    }

    ObjectNode json() {
        ObjectNode input = JSON.objectNode();
        input.put("threadId", request.conversationId());
        input.put("runId", request.runId());
        MessageJson.add(input, "parentRunId", request.continuation().parentRunId());
        if (request.endpoint().announceVersion()) {
            input.put("protocolVersion", EventParser.VERSION);
        }
        input.set("messages", messages.json);
        input.set("tools", tools());
        input.set("context", JSON.arrayNode());
        input.set("state", orEmpty(request.continuation().state()));
        input.set("forwardedProps", forwarded());
        if (!request.continuation().resume().stream().allMatch(Resume::legacy)) {
            input.set("resume", resume());
        }
        return input;
    }

    Sent sent() {
        var offered = request.tools().stream().map(AgentRequest.ToolOffer::name).collect(Collectors.toSet());
        return new Sent(messages.ids, messages.openCalls, offered, request.continuation().state());
    }

    /** 0.x servers require all three members. */
    private ArrayNode tools() {
        ArrayNode tools = JSON.arrayNode();
        for (AgentRequest.ToolOffer tool : request.tools()) {
            tools.addObject().put("name", tool.name())
                    .put("description", tool.description() == null ? "" : tool.description())
                    .set("parameters", tool.schema());
        }
        return tools;
    }

    private ArrayNode resume() {
        ArrayNode resume = JSON.arrayNode();
        for (Resume answer : request.continuation().resume()) {
            if (!answer.legacy()) {
                ObjectNode entry = resume.addObject().put("interruptId", answer.interruptId())
                        .put("status", answer.resolved() ? "resolved" : "cancelled");
                if (answer.payload() != null) {
                    entry.set("payload", answer.payload());
                }
            }
        }
        return resume;
    }

    /** LangGraph takes a single answer as it is, and several keyed by the id of the interrupt. */
    private JsonNode legacyAnswer() {
        List<Resume> answers = request.continuation().resume().stream().filter(Resume::legacy).toList();
        if (answers.size() == 1) {
            return orNull(answers.getFirst().payload());
        }
        ObjectNode byId = JSON.objectNode();
        answers.forEach(answer -> byId.set(answer.interruptId(), orNull(answer.payload())));
        return byId;
    }

    private static JsonNode orEmpty(@Nullable JsonNode state) {
        return state == null ? JSON.objectNode() : state;
    }

    private static JsonNode orNull(@Nullable JsonNode payload) {
        return payload == null ? JSON.nullNode() : payload;
    }

    private ObjectNode forwarded() {
        Options options = request.options();
        ObjectNode props = JSON.objectNode();
        MessageJson.add(props, "connector", options.connector());
        if (!options.skip().isEmpty()) {
            ObjectNode skip = props.putObject("skip");
            options.skip().forEach(skip::put);
        }
        if (options.search() != null) {
            props.set("search", options.search());
        }
        MessageJson.add(props, "mode", options.mode());
        if (!options.metadata().isEmpty()) {
            props.putObject("metadata").setAll(options.metadata());
        }
        if (request.continuation().resume().stream().anyMatch(Resume::legacy)) {
            props.putObject("command").set("resume", legacyAnswer());
        }
        return props;
    }

    /**
     * The parts of a request that are needed to interpret its answer.
     *
     * @param openCalls ids of its tool calls without a result
     * @param offered names of the caller's own tools
     */
    record Sent(Set<String> ids, Set<String> openCalls, Set<String> offered, @Nullable JsonNode state) {

        Sent {
            // as hash sets: agents choose the ids, and may give all of them one hash code
            ids = Ordered.copy(ids);
            openCalls = Ordered.copy(openCalls);
            offered = Set.copyOf(offered);
        }
    }

    /** A history as AG-UI messages. */
    static final class InputMessages {

        private final String threadId;
        final ArrayNode json = JSON.arrayNode();
        final Set<String> ids = new HashSet<>();
        final Set<String> openCalls = new HashSet<>();

        InputMessages(String threadId, List<Message> messages) {
            this.threadId = threadId;
            messages.forEach(message -> json.add(message(message, json.size())));
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
}
