package dev.muster.common.agent.openai;

import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A request as the body of a chat completion: only members that OpenAI defines, since servers refuse others. */
final class ChatBody {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ChatBody() {}

    static ObjectNode of(AgentRequest request) throws UnsendableContent {
        ObjectNode body = JSON.objectNode();
        if (request.endpoint().model() != null) {
            body.put("model", request.endpoint().model());
        }
        body.set("messages", messages(request));
        body.put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        return body;
    }

    private static ArrayNode messages(AgentRequest request) throws UnsendableContent {
        ArrayNode messages = JSON.arrayNode();
        if (request.endpoint().instructions() != null) {
            messages.addObject().put("role", "system").put("content", request.endpoint().instructions());
        }
        for (Message message : request.messages()) {
            messages.add(message(message));
        }
        return messages;
    }

    private static ObjectNode message(Message message) throws UnsendableContent {
        ObjectNode json = JSON.objectNode().put("role", message.role());
        switch (message.role()) {
            case "user" -> json.set("content", content(message));
            case "assistant" -> assistant(json, message);
            case "tool" -> json.put("tool_call_id", message.toolCallId()).put("content", message.text());
            default -> json.put("content", message.text());
        }
        return json;
    }

    private static JsonNode content(Message message) throws UnsendableContent {
        if (message.content().stream().allMatch(ContentPart.Text.class::isInstance)) {
            return JSON.stringNode(message.text());
        }
        ArrayNode parts = JSON.arrayNode();
        for (ContentPart part : message.content()) {
            parts.add(switch (part) {
                case ContentPart.Text text -> JSON.objectNode().put("type", "text").put("text", text.text());
                case ContentPart.Media media -> MediaPart.of(media);
            });
        }
        return parts;
    }

    private static void assistant(ObjectNode json, Message message) {
        if (!message.text().isEmpty() || message.toolCalls().isEmpty()) {
            json.put("content", message.text());
        }
        if (!message.toolCalls().isEmpty()) {
            ArrayNode calls = json.putArray("tool_calls");
            message.toolCalls().forEach(call -> calls.add(call(call)));
        }
    }

    private static ObjectNode call(ToolCall call) {
        ObjectNode json = JSON.objectNode().put("id", call.id()).put("type", "function");
        json.putObject("function").put("name", call.name()).put("arguments", AnswerJson.text(call.arguments()));
        return json;
    }
}
