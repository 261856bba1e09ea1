package dev.muster.coordinator.suite.write;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.coordinator.suite.JsonText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages in the agent-test dialect. */
final class MessageWriter {

    private MessageWriter() {}

    static ObjectNode message(Message message) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("role", message.role());
        content(object, message);
        if (!message.toolCalls().isEmpty()) {
            var calls = object.putArray("tool_calls");
            message.toolCalls().stream().map(MessageWriter::toolCall).forEach(calls::add);
        }
        CaseWriter.put(object, "tool_call_id", message.toolCallId());
        return object;
    }

    private static void content(ObjectNode object, Message message) {
        if (message.content().size() == 1 && message.content().getFirst() instanceof ContentPart.Text text) {
            object.put("content", text.text());
        } else {
            var parts = object.putArray("content");
            message.content().stream().map(MessageWriter::part).forEach(parts::add);
        }
    }

    static ObjectNode part(ContentPart part) {
        var object = JsonNodeFactory.instance.objectNode();
        switch (part) {
            case ContentPart.Text text -> object.put("type", "text").put("text", text.text());
            case ContentPart.Media media -> {
                object.put("type", media.kind()).put("url", address(media)).put("mime_type", media.mimeType());
                CaseWriter.put(object, "filename", media.filename());
            }
        }
        return object;
    }

    /** Returns the URL; embedded content becomes part of it. */
    private static String address(ContentPart.Media media) {
        return media.data() == null ? String.valueOf(media.url())
                : "data:application/octet-stream;base64," + media.data();
    }

    private static ObjectNode toolCall(ToolCall call) {
        var object = JsonNodeFactory.instance.objectNode();
        object.put("id", call.id()).put("type", "function");
        object.putObject("function").put("name", call.name()).put("arguments", arguments(call.arguments()));
        return object;
    }

    /** Returns arguments as JSON text; text that was not JSON stays unchanged. */
    private static String arguments(JsonNode arguments) {
        return arguments.isString() && !JsonText.parse(arguments.stringValue()).isPresent() ? arguments.stringValue()
                : arguments.toString();
    }
}
