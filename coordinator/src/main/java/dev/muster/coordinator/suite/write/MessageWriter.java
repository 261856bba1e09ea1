package dev.muster.coordinator.suite.write;

import dev.muster.common.json.JsonMembers;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.coordinator.suite.JsonText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages in the agent-test dialect. */
final class MessageWriter {

    private MessageWriter() {}

    static ObjectNode message(Message message) {
        var object = JsonMembers.of("role", message.role());
        if (message.content().size() == 1 && message.content().getFirst() instanceof ContentPart.Text(var text)) {
            object.add("content", text);
        } else {
            object.object().putArray("content").addAll(message.content().stream().map(MessageWriter::part).toList());
        }
        return object.add("tool_calls", message.toolCalls().stream().map(MessageWriter::toolCall).toList())
                .add("tool_call_id", message.toolCallId()).object();
    }

    static ObjectNode part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> JsonMembers.of("type", "text").add("text", text).object();
            case ContentPart.Media media -> JsonMembers.of("type", media.kind()).add("url", address(media))
                    .add("mime_type", media.mimeType()).add("filename", media.filename()).object();
        };
    }

    /** Returns the URL; embedded content becomes part of it. */
    private static String address(ContentPart.Media media) {
        return media.data() == null ? String.valueOf(media.url())
                : "data:application/octet-stream;base64," + media.data();
    }

    private static ObjectNode toolCall(ToolCall call) {
        var function = JsonMembers.of("name", call.name()).add("arguments", arguments(call.arguments())).object();
        return JsonMembers.of("id", call.id()).add("type", "function").add("function", function).object();
    }

    /** Returns arguments as JSON text; text that was not JSON stays unchanged. */
    private static String arguments(JsonNode arguments) {
        return arguments.isString() && !JsonText.parse(arguments.stringValue()).isPresent() ? arguments.stringValue()
                : arguments.toString();
    }
}
