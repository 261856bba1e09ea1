package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.model.ContentPart;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts the input of a test for a server: the call of a tool, the request for a list, or the answer to a question.
 */
final class McpInput {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String LIST = "list";
    private static final Set<String> MEMBERS = Set.of("tool", "arguments");
    private static final String CANCEL = "cancel";
    private static final Set<String> ACTIONS = Set.of("accept", "decline", CANCEL);

    private McpInput() {}

    /** A tool and its arguments. */
    record Call(String tool, JsonNode arguments) {}

    /** Returns the call that the last message asks for; null for a list of the tools. */
    static @Nullable Call of(AgentRequest request) throws UnsendableContent {
        var last = request.messages().isEmpty() ? null : request.messages().getLast();
        if (last != null && last.content().stream().anyMatch(ContentPart.Media.class::isInstance)) {
            throw new UnsendableContent("an MCP server takes no attachments: put them into 'arguments'");
        }
        var text = last == null ? "" : last.text().strip();
        if (text.equals(LIST)) {
            return null;
        }
        var call = object(text);
        var arguments = call == null || !call.hasNonNull("arguments") ? JSON.objectNode() : call.path("arguments");
        if (call == null || call.path("tool").stringValue("").isBlank() || !arguments.isObject()
                || !MEMBERS.containsAll(call.propertyNames())) {
            throw new UnsendableContent("the input of an MCP server is {\"tool\": \"NAME\", \"arguments\": {…}} or "
                    + LIST + ", not " + (text.isEmpty() ? "nothing" : OneLine.of(text)));
        }
        return new Call(call.path("tool").stringValue(), arguments);
    }

    /** Returns the answer to a question: {@code {action, content}}. */
    static ObjectNode answer(JsonNode question, JsonNode given) throws UnsendableContent {
        var schema = question.path("requestedSchema");
        if (given.path("approve").isBoolean()) {
            return approval(given.path("approve").booleanValue(), schema);
        }
        if (given.has("value")) {
            return value(given.path("value"), schema);
        }
        var text = given.asString(given.toString()).strip();
        var only = only(schema);
        var json = AnswerJson.readOrText(text);
        if (json.isObject() || (only != null && takes(schema, only, JSON.stringNode(text)))) {
            return value(json.isObject() ? json : JSON.stringNode(text), schema);
        }
        if (text.equalsIgnoreCase(CANCEL)) {
            return action(CANCEL);
        }
        if (Interrupt.approves(text) || Interrupt.denies(text)) {
            return approval(Interrupt.approves(text), schema);
        }
        if (only != null && takes(schema, only, json)) {
            return value(json, schema);
        }
        throw new UnsendableContent("the server asked \"" + OneLine.of(question.path("message").asString(""))
                + "\": answer it with answer: { value: {…} } or answer: { approve: false }, not "
                + OneLine.of(text));
    }

    private static ObjectNode approval(boolean approved, JsonNode schema) {
        var only = only(schema);
        var content = JSON.objectNode();
        if (only != null && schema.path("properties").path(only).path("type").asString("").equals("boolean")) {
            content.put(only, true);
        }
        return approved ? accepted(content, schema) : action("decline");
    }

    private static ObjectNode value(JsonNode value, JsonNode schema) {
        var action = value.path("action").asString("");
        if (ACTIONS.contains(action) && !schema.path("properties").has("action")) {
            return (ObjectNode) value;
        }
        var only = only(schema);
        return accepted(value.isObject() || only == null ? value : JSON.objectNode().set(only, value), schema);
    }

    private static ObjectNode accepted(JsonNode content, JsonNode schema) {
        var accepted = action("accept");
        return schema.isMissingNode() ? accepted : accepted.set("content", content);
    }

    private static ObjectNode action(String action) {
        return JSON.objectNode().put("action", action);
    }

    /** Returns the only member that an answer has; null when it has several, or none. */
    private static @Nullable String only(JsonNode schema) {
        var names = schema.path("properties").propertyNames();
        return names.size() == 1 ? names.iterator().next() : null;
    }

    private static boolean takes(JsonNode schema, String name, JsonNode value) {
        return switch (schema.path("properties").path(name).path("type").asString("")) {
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer", "number" -> value.isNumber();
            case "array" -> value.isArray();
            default -> false;
        };
    }

    private static @Nullable JsonNode object(String text) {
        var json = text.startsWith("{") ? AnswerJson.orMissing(text) : JSON.missingNode();
        return json.isObject() ? json : null;
    }
}
