package dev.muster.deploy.conformance;

import dev.muster.common.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A call that reached the scripted agents.
 *
 * @param endpoint the agent or the connector at whose address it came in
 * @param headers by names in lower case
 */
record Call(String protocol, String endpoint, Map<String, String> headers, JsonNode body) {

    private static final Set<String> HELPERS = Set.of("simulator", "validator", "generator", "reporter");

    /** All but the instructions. */
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

    /** Who is called: {@code agent}, or what the document says that a helper is to do. */
    String party() {
        var mode = document().path("test_mode").asString("");
        return HELPERS.contains(mode) ? mode : "agent";
    }

    /** What a helper is told; an empty object for others. */
    JsonNode document() {
        try {
            var said = last();
            return said.startsWith("{") ? Json.MAPPER.readTree(said) : Json.MAPPER.createObjectNode();
        } catch (JacksonException noDocument) {
            return Json.MAPPER.createObjectNode();
        }
    }

    /** Names the conversation; empty where the protocol has no name for it. */
    String thread() {
        return body.path("threadId").asString("");
    }

    static String role(JsonNode message) {
        return message.path("role").asString("");
    }

    /** A message's text, without its other parts. */
    static String text(JsonNode message) {
        var content = message.path("content");
        if (!content.isArray()) {
            return content.asString("");
        }
        return Trials.items(content).filter(part -> part.path("type").asString("").equals("text"))
                .map(part -> part.path("text").stringValue()).findFirst().orElse("");
    }
}
