package dev.muster.common.agent.custom;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.http.MessageJson;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The names of one call: what the test says, what the conversation remembers, and what was given with the endpoint.
 *
 * @param memory {@code session} and {@code carry} of the conversation
 * @param given values that the environment, hooks and the case give, by name
 */
record CallNames(AgentRequest request, ObjectNode memory, Map<String, JsonNode> given) implements Names {

    @Override
    public @Nullable JsonNode value(String name) {
        var exact = given.get(name);
        if (exact != null) {
            return exact;
        }
        int dot = name.indexOf('.');
        var root = root(dot < 0 ? name : name.substring(0, dot));
        return root == null || dot < 0 ? root : Names.inside(root, name.substring(dot + 1));
    }

    private @Nullable JsonNode root(String name) {
        return switch (name) {
            case "input" -> StringNode.valueOf(last().map(Message::text).orElse(""));
            case "messages" -> messages();
            case "attachments" -> attachments();
            case "conversation_id" -> StringNode.valueOf(request.conversationId());
            case "run_id" -> StringNode.valueOf(request.runId());
            case "model" -> text(request.endpoint().model());
            case "instructions" -> text(request.endpoint().instructions());
            case "options" -> Json.MAPPER.valueToTree(request.options());
            case "metadata" -> Json.MAPPER.valueToTree(request.options().metadata());
            case "state" -> request.continuation().state();
            case "tools" -> request.tools().isEmpty() ? null : Json.MAPPER.valueToTree(request.tools());
            case "answer" -> request.continuation().answer();
            case "session", "carry" -> memory.get(name);
            default -> given.get(name);
        };
    }

    private JsonNode messages() {
        var messages = JsonNodeFactory.instance.arrayNode();
        for (var message : request.messages()) {
            var json = messages.addObject().put("role", message.role());
            json.set("content", MessageJson.content(message, Json.MAPPER::<ObjectNode>valueToTree));
            MessageJson.calls(message, "tool_calls", json);
            if (message.toolCallId() != null) {
                json.put("tool_call_id", message.toolCallId());
            }
        }
        return messages;
    }

    private Optional<Message> last() {
        return request.messages().isEmpty() ? Optional.empty() : Optional.of(request.messages().getLast());
    }

    private @Nullable JsonNode attachments() {
        var media = last().stream().flatMap(message -> message.content().stream())
                .filter(ContentPart.Media.class::isInstance).toList();
        return media.isEmpty() ? null : Json.MAPPER.valueToTree(media);
    }

    private static @Nullable JsonNode text(@Nullable String value) {
        return value == null ? null : JsonNodeFactory.instance.stringNode(value);
    }
}
