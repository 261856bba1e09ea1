package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.Access;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AnswerFormat;
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
        return of(request, ChatBody::media);
    }

    /** @param media how the server takes images, recordings or files */
    public static ObjectNode of(AgentRequest request, MediaForm<UnsendableContent> media) throws UnsendableContent {
        ObjectNode body = JSON.objectNode();
        MessageJson.model(request.endpoint(), body);
        body.set("messages", messages(request, media));
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body.putArray("tools");
            request.tools().forEach(tool -> tools.add(tool(tool)));
        }
        if (request.format() instanceof AnswerFormat.Json(var schema)) {
            body.putObject("response_format").put("type", "json_schema").putObject("json_schema").put("name", "answer")
                    .put("strict", true).set("schema", schema);
        }
        boolean streamed = !(request.endpoint().access() instanceof Access.WholeCompletions);
        body.put("stream", streamed);
        if (streamed) {
            body.putObject("stream_options").put("include_usage", true);
        }
        return body;
    }

    private static ArrayNode messages(AgentRequest request, MediaForm<UnsendableContent> media)
            throws UnsendableContent {
        ArrayNode messages = JSON.arrayNode();
        if (request.endpoint().instructions() != null) {
            messages.addObject().put("role", "system").put("content", request.endpoint().instructions());
        }
        for (Message message : withState(request.messages(), request.continuation().state())) {
            messages.add(message(message, media));
        }
        return messages;
    }

    /** Appends the application's state to the last user message, the only place for it. */
    static List<Message> withState(List<Message> messages, @Nullable JsonNode state) {
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

    private static ObjectNode tool(AgentRequest.ToolOffer offer) {
        ObjectNode tool = JSON.objectNode().put("type", "function");
        MessageJson.tool(offer, "parameters", tool.putObject("function"));
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

    /**
     * Writes an image, a recording or a file as a content part.
     *
     * @throws UnsendableContent for a recording or a file by URL, which chat completions don't support
     */
    public static ObjectNode media(ContentPart.Media media) throws UnsendableContent {
        return switch (media.kind()) {
            case "image" -> image(media);
            case "audio" -> audio(media);
            default -> file(media);
        };
    }

    private static ObjectNode image(ContentPart.Media media) {
        ObjectNode part = JSON.objectNode().put("type", "image_url");
        part.putObject("image_url").put("url", media.address());
        return part;
    }

    private static ObjectNode audio(ContentPart.Media media) throws UnsendableContent {
        ObjectNode part = JSON.objectNode().put("type", "input_audio");
        part.putObject("input_audio").put("data", data(media)).put("format", format(media.mimeType()));
        return part;
    }

    private static ObjectNode file(ContentPart.Media media) throws UnsendableContent {
        data(media);
        ObjectNode part = JSON.objectNode().put("type", "file");
        MessageJson.add(part.putObject("file"), "filename", media.filename()).put("file_data", media.address());
        return part;
    }

    private static String data(ContentPart.Media media) throws UnsendableContent {
        if (media.data() == null) {
            throw new UnsendableContent(
                    "chat completions take " + (media.kind().equals("audio") ? "audio" : "files")
                            + " only as data; write file://… instead of an address");
        }
        return media.data();
    }

    private static String format(String mimeType) {
        return switch (mimeType) {
            case "audio/mpeg", "audio/mp3" -> "mp3";
            case "audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave" -> "wav";
            default -> mimeType.substring(mimeType.indexOf('/') + 1);
        };
    }
}
