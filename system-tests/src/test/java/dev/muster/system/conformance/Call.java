package dev.muster.system.conformance;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A call to the scripted agents.
 *
 * @param endpoint the agent or the connector whose URL was called
 * @param headers by lower-case names
 */
record Call(String protocol, String endpoint, Map<String, String> headers, JsonNode body) {

    private static final Set<String> HELPERS = Set.of("simulator", "validator", "generator", "reporter");

    /** Returns all messages except the instructions. */
    List<JsonNode> messages() {
        return Trials.items(body.path("messages")).filter(message -> !role(message).equals("system")).toList();
    }

    String instructions() {
        return Trials.items(body.path("messages")).filter(message -> role(message).equals("system"))
                .map(Call::text).findFirst().orElse("");
    }

    String last() {
        var messages = messages();
        return messages.isEmpty() ? "" : text(messages.getLast());
    }

    /** Returns who is called: {@code agent}, or the helper role in the document. */
    String party() {
        var mode = document().path("test_mode").asString("");
        return HELPERS.contains(mode) ? mode : "agent";
    }

    /** Returns a helper's document; an empty object for others. */
    JsonNode document() {
        try {
            var said = last();
            return said.startsWith("{") ? Json.MAPPER.readTree(said) : Json.MAPPER.createObjectNode();
        } catch (JacksonException noDocument) {
            return Json.MAPPER.createObjectNode();
        }
    }

    /** Returns the conversation's name; empty where the protocol has none. */
    String thread() {
        return body.path("threadId").asString("");
    }

    static String role(JsonNode message) {
        return message.path("role").asString("");
    }

    /** Returns a message's text, without its other parts. */
    static String text(JsonNode message) {
        var content = message.path("content");
        if (!content.isArray()) {
            return content.asString("");
        }
        return Trials.items(content).filter(part -> part.path("type").asString("").equals("text"))
                .map(part -> part.path("text").stringValue()).findFirst().orElse("");
    }
}
