package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AnswerFormat;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as the body of OpenAI's Responses API.
 *
 * @param input the items of the conversation that are sent now: all of them, or the new ones
 */
record ResponsesBody(ObjectNode json, ArrayNode input) {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** @param stored whether the server keeps responses, so that a call continues from the id of the last one */
    static ResponsesBody of(AgentRequest request, boolean stored) throws UnsendableContent {
        ObjectNode body = JSON.objectNode();
        MessageJson.model(request.endpoint(), body);
        MessageJson.add(body, "instructions", request.endpoint().instructions());
        var memory = Memory.of(request);
        if (stored && memory != null) {
            body.put("previous_response_id", memory.id());
        }
        ArrayNode input = input(request, memory, stored);
        body.set("input", input);
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body.putArray("tools");
            request.tools().forEach(tool -> tools.add(tool(tool)));
        }
        if (request.format() instanceof AnswerFormat.Json(var schema)) {
            body.putObject("text").putObject("format").put("type", "json_schema").put("name", "answer")
                    .put("strict", true).set("schema", schema);
        }
        body.put("store", stored);
        if (!stored) {
            body.putArray("include").add("reasoning.encrypted_content");
        }
        boolean streamed = !(request.endpoint().access() instanceof Access.Responses access) || access.streamed();
        return new ResponsesBody(body.put("stream", streamed), input);
    }

    private static ArrayNode input(AgentRequest request, @Nullable Memory memory, boolean stored)
            throws UnsendableContent {
        ArrayNode input = JSON.arrayNode();
        if (memory != null && !stored) {
            input.addAll(memory.items());
        }
        for (Resume answer : request.continuation().resume()) {
            input.add(approval(answer));
        }
        var messages = ChatBody.withState(request.messages(), request.continuation().state());
        for (Message message : messages.subList(memory == null ? 0 : memory.known(), messages.size())) {
            add(message, input);
        }
        return input;
    }

    private static void add(Message message, ArrayNode input) throws UnsendableContent {
        if (message.role().equals("tool")) {
            input.addObject().put("type", "function_call_output").put("call_id", message.toolCallId())
                    .put("output", message.text());
            return;
        }
        if (!message.content().isEmpty()) {
            input.addObject().put("role", message.role()).set("content",
                    MessageJson.content(message, "input_text", ResponsesBody::media));
        }
        message.toolCalls().forEach(call -> input.addObject().put("type", "function_call").put("call_id", call.id())
                .put("name", call.name()).put("arguments", AnswerJson.text(call.arguments())));
    }

    private static ObjectNode media(ContentPart.Media media) throws UnsendableContent {
        return switch (media.kind()) {
            case "image" -> JSON.objectNode().put("type", "input_image").put("image_url", media.address());
            case "audio" -> ChatBody.media(media);
            default -> file(media);
        };
    }

    private static ObjectNode file(ContentPart.Media media) {
        return MessageJson.add(JSON.objectNode().put("type", "input_file"), "filename", media.filename())
                .put(media.data() == null ? "file_url" : "file_data", media.address());
    }

    private static ObjectNode tool(AgentRequest.ToolOffer offer) {
        return MessageJson.tool(offer, "parameters", JSON.objectNode().put("type", "function")).put("strict", false);
    }

    /** Denies whatever is no clear consent; a text that is none becomes the reason. */
    private static ObjectNode approval(Resume answer) {
        JsonNode payload = answer.payload() == null ? JSON.missingNode() : answer.payload();
        JsonNode decision = payload.isObject() ? payload.path(payload.has("approve") ? "approve" : "value") : payload;
        boolean approved = answer.resolved() && (decision.isBoolean() ? decision.booleanValue()
                : Interrupt.approves(decision.stringValue("")));
        ObjectNode item = JSON.objectNode().put("type", "mcp_approval_response")
                .put("approval_request_id", answer.interruptId()).put("approve", approved);
        String reason = payload.path("reason").stringValue(approved ? "" : decision.stringValue(""));
        return reason.isEmpty() ? item : item.put("reason", reason);
    }

    /**
     * The memory of the last response of a conversation.
     *
     * @param known messages of the history that the server knows
     * @param items those of the conversation, as they were sent and came; empty where the server keeps them
     */
    record Memory(String id, int known, ArrayNode items) {

        /** Returns null for the first call. */
        static @Nullable Memory of(AgentRequest request) {
            return request.continuation().memory() instanceof ObjectNode kept
                    && kept.path("items") instanceof ArrayNode items
                    && kept.path("heard").asInt(0) <= request.messages().size()
                            ? new Memory(kept.path("id").asString(""), kept.path("heard").asInt(0), items) : null;
        }

        ObjectNode json() {
            return JSON.objectNode().put("id", id).put("heard", known).set("items", items);
        }
    }
}
