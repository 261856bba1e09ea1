package dev.muster.common.agent.http;

import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parts of a message that several protocols write alike. */
public final class MessageJson {

    private MessageJson() {}

    /** The form in which a server takes an image, a recording or a file. */
    @FunctionalInterface
    public interface MediaForm<E extends Exception> {

        /** @throws E for media that the form can't carry */
        ObjectNode of(ContentPart.Media media) throws E;
    }

    /** Adds a member, unless it has no value. */
    public static ObjectNode add(ObjectNode to, String name, @Nullable String value) {
        return value == null ? to : to.put(name, value);
    }

    /** Returns a message's content: a string if it is text, else its parts, with texts of the type {@code text}. */
    public static <E extends Exception> JsonNode content(Message message, MediaForm<E> form) throws E {
        return content(message, "text", form);
    }

    /** Returns a message's content: a string if it is text, else its parts. */
    public static <E extends Exception> JsonNode content(Message message, String textType, MediaForm<E> form) throws E {
        if (message.content().stream().allMatch(ContentPart.Text.class::isInstance)) {
            return JsonNodeFactory.instance.stringNode(message.text());
        }
        ArrayNode parts = JsonNodeFactory.instance.arrayNode();
        for (ContentPart part : message.content()) {
            parts.add(switch (part) {
                case ContentPart.Text text -> parts.objectNode().put("type", textType).put("text", text.text());
                case ContentPart.Media media -> form.of(media);
            });
        }
        return parts;
    }

    /** Writes the model and its temperature, if the agent has them. */
    public static void model(Endpoint endpoint, ObjectNode to) {
        add(to, "model", endpoint.model());
        if (endpoint.temperature() != null) {
            to.put("temperature", endpoint.temperature());
        }
    }

    /** @param schema the member for the schema of its arguments */
    public static ObjectNode tool(AgentRequest.ToolOffer offer, String schema, ObjectNode to) {
        return add(to.put("name", offer.name()), "description", offer.description()).set(schema, offer.schema());
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
