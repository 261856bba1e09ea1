package dev.muster.common.script;

import dev.muster.common.json.Json;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Builds the document for each kind of script; a simulator gets the simulators' document unchanged. */
public final class ScriptDocuments {

    private static final String CASE = "case";

    private ScriptDocuments() {}

    /**
     * Returns the document of an assertion.
     *
     * @param output the reply: as JSON if possible, else a string
     * @param value the suite's value for the script; null for none
     * @param context {@code metadata, messages, tool_calls, tool_results, state, test_id}
     */
    public static ObjectNode assertion(JsonNode output, JsonNode input, @Nullable JsonNode value, JsonNode context) {
        return Json.MAPPER.createObjectNode().set("output", output).set("input", input)
                .set("value", value == null ? NullNode.getInstance() : value).set("context", context);
    }

    /** Returns the arguments of a function: one per member of a document from here; a helper's is one argument. */
    static ArrayNode arguments(ObjectNode document) {
        var arguments = Json.MAPPER.createArrayNode();
        return document.has("test_mode") || document.has("session_id") ? arguments.add(document)
                : arguments.addAll(document.values());
    }

    public static ObjectNode generator(ObjectNode parameters) {
        return Json.MAPPER.createObjectNode().set("parameters", parameters);
    }

    /** Whether it is a hook's, whose first member only goes to functions that declare it. */
    static boolean isHooks(ObjectNode document) {
        return document.has(CASE);
    }

    /** Returns the agent's context and the case, with the members that hooks for Yao expect. */
    public static ObjectNode before(TestCase testCase) {
        var metadata = Json.MAPPER.createObjectNode().setAll(testCase.options().metadata());
        var context = Json.MAPPER.createObjectNode().put("test_id", testCase.identity().id()).put("assistant_id",
                testCase.agent());
        context.putObject("authorized").put("user_id", testCase.identity().labels().get("user")).put("team_id",
                testCase.identity().labels().get("team"));
        context.set("metadata", metadata);
        ObjectNode written = Json.MAPPER.valueToTree(testCase);
        written.set("input", input(testCase.conversation()));
        written.set("metadata", metadata);
        return Json.MAPPER.createObjectNode().set("context", context).set(CASE, written);
    }

    private static JsonNode input(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard(var messages) when !messages.isEmpty() ->
                StringNode.valueOf(messages.getLast().text());
            default -> NullNode.getInstance();
        };
    }

    /** @param data what {@code before} returned; null when there was none */
    public static ObjectNode after(TestCase testCase, ObjectNode result, @Nullable JsonNode data) {
        result.set("output", result.path("response").isString() ? result.get("response") : NullNode.getInstance());
        return before(testCase).set("result", result).set("data", data == null ? NullNode.getInstance() : passed(data));
    }

    /** Returns the data for {@code after}; hooks for Yao wrap it as {@code {data: …}}. */
    private static JsonNode passed(JsonNode data) {
        return data.isObject() && data.size() == 1 && data.has("data") ? data.get("data") : data;
    }
}
