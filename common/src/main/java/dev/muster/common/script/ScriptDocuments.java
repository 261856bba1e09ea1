package dev.muster.common.script;

import dev.muster.common.json.Json;
import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** What each kind of script is given; a simulator is given the simulators' document as it is. */
public final class ScriptDocuments {

    private ScriptDocuments() {}

    /**
     * For an assertion.
     *
     * @param output the reply: as JSON where it is some, else a string
     * @param input what was said
     * @param value what the suite gives the script; null for nothing
     * @param context {@code metadata, messages, tool_calls, tool_results, state, test_id}
     */
    public static ObjectNode assertion(JsonNode output, JsonNode input, @Nullable JsonNode value, JsonNode context) {
        return Json.MAPPER.createObjectNode().set("output", output).set("input", input)
                .set("value", value == null ? NullNode.getInstance() : value).set("context", context);
    }

    /**
     * The arguments of a function that is given this document: what is made here has a member for each, a helper's
     * document is one.
     */
    static ArrayNode arguments(ObjectNode document) {
        var arguments = Json.MAPPER.createArrayNode();
        return document.has("test_mode") ? arguments.add(document) : arguments.addAll(document.values());
    }

    public static ObjectNode generator(ObjectNode parameters) {
        return Json.MAPPER.createObjectNode().set("parameters", parameters);
    }

    public static ObjectNode before(TestCase testCase) {
        return Json.MAPPER.createObjectNode().set("case", Json.MAPPER.valueToTree(testCase));
    }

    /** @param data what {@code before} returned; null when there was none */
    public static ObjectNode after(TestCase testCase, JsonNode result, @Nullable JsonNode data) {
        return before(testCase).set("result", result).set("data",
                data == null ? NullNode.getInstance() : data);
    }
}
