package dev.muster.coordinator.suite.promptfoo;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A prompt as it is written: a text, or a list of messages in JSON. */
record Prompt(String id, String text) {

    private static final String HISTORY = "_conversation";

    /** Whether it repeats the conversation, which Muster sends by itself. */
    boolean hasHistory() {
        return text.contains(HISTORY);
    }

    boolean isChat() {
        return VarTemplate.withoutHistory(text).strip().startsWith("[");
    }

    /** Renders a prompt as the messages that it is. */
    static List<ObjectNode> messages(String written, VarTemplate.Names names) throws CannotCarry {
        var text = VarTemplate.withoutHistory(written);
        var before = Sources.container(text);
        var json = before == null ? Sources.container(VarTemplate.render(text, names))
                : TestExpansion.rendered(before, names);
        if (json != null && json.isArray() && json.valueStream().allMatch(each -> each.has("role"))) {
            return json.valueStream().filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast).toList();
        }
        return List.of(Json.MAPPER.createObjectNode().put("role", "user").put("content",
                before == null ? VarTemplate.render(text, names) : shown(json, text, names)));
    }

    private static String shown(JsonNode json, String text, VarTemplate.Names names) throws CannotCarry {
        return json == null ? VarTemplate.render(text, names) : json.toString();
    }
}
