package dev.muster.common.agent.http;

import dev.muster.common.json.JsonTrouble;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as agents send it: nested no deeper than can be stored inside a result. */
public final class AnswerJson {

    /** Half the writer's limit, which leaves room for the surrounding result. */
    public static final int DEEPEST = 250;

    private static final JsonMapper MAPPER = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build()).build());

    private AnswerJson() {}

    /** @throws StreamBroken when it is not JSON; the message begins with {@code what} */
    public static JsonNode read(String text, String what) throws StreamBroken {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new StreamBroken(what + " is no JSON: " + OneLine.of(JsonTrouble.of(e)));
        }
    }

    /** Reads the arguments or the result of a tool: parsed, or a string node when it is not JSON. */
    public static JsonNode readOrText(String text) {
        if (!mayBeJson(text)) {
            return JsonNodeFactory.instance.stringNode(text);
        }
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            return JsonNodeFactory.instance.stringNode(text);
        }
    }

    /** Reads arguments the same way; an empty object for a call without any. */
    public static JsonNode arguments(String text) {
        return text.isBlank() ? JsonNodeFactory.instance.objectNode() : readOrText(text);
    }

    /** Returns arguments as protocols carry them: JSON as text. */
    public static String text(JsonNode arguments) {
        return arguments.isString() ? arguments.stringValue() : arguments.toString();
    }

    /** A quick check: most texts are not JSON, and a failed parse is expensive. */
    private static boolean mayBeJson(String text) {
        String begin = text.stripLeading();
        return !begin.isEmpty() && "{[\"-0123456789tfn".indexOf(begin.charAt(0)) >= 0;
    }

    /** The parts of a message that several protocols write alike. */
    public static final class MessageJson {

        private MessageJson() {}

        /** The form in which a server takes an image, a recording or a file. */
        @FunctionalInterface
        public interface MediaForm<E extends Exception> {

            /** @throws E for media that the form can't carry */
            ObjectNode of(ContentPart.Media media) throws E;
        }

        /** Returns a message's content: a string if it is text, else its parts. */
        public static <E extends Exception> JsonNode content(Message message, MediaForm<E> form) throws E {
            if (message.content().stream().allMatch(ContentPart.Text.class::isInstance)) {
                return JsonNodeFactory.instance.stringNode(message.text());
            }
            ArrayNode parts = JsonNodeFactory.instance.arrayNode();
            for (ContentPart part : message.content()) {
                parts.add(switch (part) {
                    case ContentPart.Text text -> parts.objectNode().put("type", "text").put("text", text.text());
                    case ContentPart.Media media -> form.of(media);
                });
            }
            return parts;
        }

        /** Writes an assistant's tool calls, if it made any. */
        public static void calls(Message message, String name, ObjectNode to) {
            if (!message.toolCalls().isEmpty()) {
                ArrayNode calls = to.putArray(name);
                for (ToolCall call : message.toolCalls()) {
                    calls.addObject().put("id", call.id()).put("type", "function").putObject("function")
                            .put("name", call.name()).put("arguments", AnswerJson.text(call.arguments()));
                }
            }
        }
    }
}
