package dev.muster.common.agent.anthropic;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a request as the body of a message: the whole history, with tool results at the start of the next user's
 * message.
 */
final class MessagesBody {

    /** The service demands a bound; this is enough for an answer of an agent. */
    private static final int MOST_TOKENS = 4096;
    private static final String CONTENT = "content";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private MessagesBody() {}

    static ObjectNode of(AgentRequest request) throws UnsendableContent {
        var body = JSON.objectNode();
        MessageJson.model(request.endpoint(), body);
        body.put("max_tokens", MOST_TOKENS);
        var system = system(request);
        if (!system.isEmpty()) {
            body.put("system", system);
        }
        body.set("messages", messages(request));
        if (!request.tools().isEmpty()) {
            var tools = body.putArray("tools");
            request.tools().forEach(tool -> tools.add(MessageJson.tool(tool, "input_schema", JSON.objectNode())));
        }
        return body.put("stream", true);
    }

    /** Returns the instructions and the system messages of the history, which have no other place. */
    private static String system(AgentRequest request) {
        return Stream.concat(Stream.ofNullable(request.endpoint().instructions()),
                request.messages().stream().filter(MessagesBody::isSystem).map(Message::text))
                .collect(Collectors.joining("\n\n"));
    }

    private static boolean isSystem(Message message) {
        return message.role().equals("system") || message.role().equals("developer");
    }

    private static ArrayNode messages(AgentRequest request) throws UnsendableContent {
        var messages = JSON.arrayNode();
        for (var message : request.messages()) {
            if (!isSystem(message)) {
                blocks(messages, message.role().equals("assistant") ? "assistant" : "user").addAll(blocks(message));
            }
        }
        var state = request.continuation().state();
        if (state != null) {
            blocks(messages, "user").addObject().put("type", "text").put("text", state.toString());
        }
        return messages;
    }

    /** Returns the blocks of the last message, or of a new one when another role spoke last. */
    private static ArrayNode blocks(ArrayNode messages, String role) {
        var last = messages.isEmpty() ? null : messages.get(messages.size() - 1);
        return last != null && last.path("role").stringValue("").equals(role) ? (ArrayNode) last.path(CONTENT)
                : messages.addObject().put("role", role).putArray(CONTENT);
    }

    private static List<JsonNode> blocks(Message message) throws UnsendableContent {
        var blocks = new ArrayList<JsonNode>();
        if (message.role().equals("tool")) {
            blocks.add(JSON.objectNode().put("type", "tool_result").put("tool_use_id", message.toolCallId())
                    .put(CONTENT, message.text()));
            return blocks;
        }
        for (var part : message.content()) {
            switch (part) {
                case ContentPart.Text(var text) when text.isEmpty() -> {}
                case ContentPart.Text(var text) -> blocks.add(JSON.objectNode().put("type", "text").put("text", text));
                case ContentPart.Media media -> blocks.add(media(media));
            }
        }
        message.toolCalls().forEach(call -> blocks.add(JSON.objectNode().put("type", "tool_use").put("id", call.id())
                .put("name", call.name())
                .set("input", call.arguments().isObject() ? call.arguments() : JSON.objectNode())));
        return blocks;
    }

    private static ObjectNode media(ContentPart.Media media) throws UnsendableContent {
        if (media.kind().equals("audio")) {
            throw new UnsendableContent("Anthropic's Messages take images and documents, no audio");
        }
        var part = JSON.objectNode().put("type", media.kind().equals("image") ? "image" : "document");
        if (media.filename() != null && !media.kind().equals("image")) {
            part.put("title", media.filename());
        }
        var source = part.putObject("source");
        if (media.data() == null) {
            source.put("type", "url").put("url", media.url());
        } else if (media.mimeType().startsWith("text/")) {
            source.put("type", "text").put("media_type", "text/plain").put("data",
                    new String(Base64.getDecoder().decode(media.data()), StandardCharsets.UTF_8));
        } else {
            source.put("type", "base64").put("media_type", media.mimeType()).put("data", media.data());
        }
        return part;
    }
}
