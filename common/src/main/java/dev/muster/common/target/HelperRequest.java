package dev.muster.common.target;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Builds requests to helper agents; the document fills in their instructions. */
public final class HelperRequest {

    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";

    private HelperRequest() {}

    /** Returns a new conversation, in which the document is the user message. */
    public static AgentRequest of(Endpoint endpoint, Options options, ObjectNode document) {
        return of(endpoint, options, document, List.of(Message.user(Json.MAPPER.writeValueAsString(document))));
    }

    /**
     * Returns a request with the document's conversation as messages, in the helper's own roles: a simulator answers the
     * agent under test. For an empty conversation, the document is the message.
     */
    public static AgentRequest conversing(Endpoint endpoint, Options options, ObjectNode document) {
        boolean simulates = "simulator".equals(document.path("test_mode").asString(""));
        var messages = document.path("conversation").valueStream().filter(each -> each.path("content").isString())
                .map(each -> new Message(role(each.path("role").asString(USER), simulates),
                        List.of(new ContentPart.Text(each.path("content").stringValue())), List.of(), null))
                .toList();
        return messages.isEmpty() ? of(endpoint, options, document) : of(endpoint, options, document, messages);
    }

    private static AgentRequest of(Endpoint endpoint, Options options, ObjectNode document, List<Message> messages) {
        return new AgentRequest(filled(endpoint, document), UUID.randomUUID().toString(), UUID.randomUUID().toString(),
                messages, told(options, document), StreamBounds.DEFAULT);
    }

    private static String role(String written, boolean simulates) {
        if (!simulates) {
            return written;
        }
        return switch (written) {
            case USER -> ASSISTANT;
            case ASSISTANT -> USER;
            default -> written;
        };
    }

    /** Adds the document to the metadata, for protocols that have it. */
    private static Options told(Options options, ObjectNode document) {
        var metadata = new HashMap<String, JsonNode>();
        document.properties().forEach(each -> metadata.put(each.getKey(), each.getValue()));
        return new Options(options.connector(), options.skip(), options.search(), options.mode(), metadata);
    }

    private static Endpoint filled(Endpoint endpoint, ObjectNode document) {
        return endpoint.instructions() == null ? endpoint
                : endpoint.withInstructions(HelperText.fill(endpoint.instructions(), document));
    }
}
