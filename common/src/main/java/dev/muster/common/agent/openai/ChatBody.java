package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.ToolOffer;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.agent.http.MessageJson.MediaForm;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a request as the body of a chat completion: only members that OpenAI defines, since servers reject others. */
public final class ChatBody {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ChatBody() {}

    static ObjectNode of(AgentRequest request) throws UnsendableContent {
        return of(request, MediaPart::of);
    }

    /** @param media how the server takes images, recordings or files */
    public static ObjectNode of(AgentRequest request, MediaForm<UnsendableContent> media) throws UnsendableContent {
        ObjectNode body = JSON.objectNode();
        if (request.endpoint().model() != null) {
            body.put("model", request.endpoint().model());
        }
        if (request.endpoint().temperature() != null) {
            body.put("temperature", request.endpoint().temperature());
        }
        body.set("messages", messages(request, media));
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body.putArray("tools");
            request.tools().forEach(tool -> tools.add(tool(tool)));
        }
        body.put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        return body;
    }

    private static ArrayNode messages(AgentRequest request, MediaForm<UnsendableContent> media)
            throws UnsendableContent {
        ArrayNode messages = JSON.arrayNode();
        if (request.endpoint().instructions() != null) {
            messages.addObject().put("role", "system").put("content", request.endpoint().instructions());
        }
        for (Message message : withState(request.messages(), request.state())) {
            messages.add(message(message, media));
        }
        return messages;
    }

    /** Appends the application's state to the last user message, the only place for it. */
    private static List<Message> withState(List<Message> messages, @Nullable JsonNode state) {
        int last = messages.size() - 1;
        while (last >= 0 && !messages.get(last).role().equals("user")) {
            last--;
        }
        if (state == null || last < 0) {
            return messages;
        }
        var with = new ArrayList<>(messages);
        with.set(last, messages.get(last).plus(new ContentPart.Text(state.toString())));
        return with;
    }

    private static ObjectNode tool(ToolOffer offer) {
        ObjectNode tool = JSON.objectNode().put("type", "function");
        ObjectNode function = tool.putObject("function").put("name", offer.name());
        if (offer.description() != null) {
            function.put("description", offer.description());
        }
        function.set("parameters", offer.schema());
        return tool;
    }

    private static ObjectNode message(Message message, MediaForm<UnsendableContent> media) throws UnsendableContent {
        ObjectNode json = JSON.objectNode().put("role", message.role());
        switch (message.role()) {
            case "user" -> json.set("content", MessageJson.content(message, media));
            case "assistant" -> assistant(json, message);
            case "tool" -> json.put("tool_call_id", message.toolCallId()).put("content", message.text());
            default -> json.put("content", message.text());
        }
        return json;
    }

    private static void assistant(ObjectNode json, Message message) {
        if (!message.text().isEmpty() || message.toolCalls().isEmpty()) {
            json.put("content", message.text());
        }
        MessageJson.calls(message, "tool_calls", json);
    }
}
