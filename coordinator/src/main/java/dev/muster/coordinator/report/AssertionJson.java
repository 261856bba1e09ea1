package dev.muster.coordinator.report;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.Json;
import dev.muster.common.result.AssertionResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An assertion in the spelling of the seeds. */
public final class AssertionJson {

    private AssertionJson() {}

    /** As written, and what it found. */
    static ObjectNode of(AssertionResult result) {
        var json = of(result.assertion()).put("passed", result.passed());
        return result.reason() == null ? json : json.put("reason", result.reason());
    }

    /** As a suite may have it. */
    public static ObjectNode of(Assertion assertion) {
        var json = of(assertion.check());
        if (assertion.negate()) {
            json.put("negate", true);
        }
        text(json, "message", assertion.message());
        if (assertion.name() != null && !json.has("name")) { // the name of a tool goes first
            json.put("name", assertion.name());
        }
        return assertion.weight() == 1 ? json : json.put("weight", assertion.weight());
    }

    private static ObjectNode of(Check check) {
        return switch (check) {
            case Check.Equals(var value) -> value(typed("equals"), value);
            case Check.Contains(var values, var ignoreCase) -> texts(typed("contains"), values, ignoreCase);
            case Check.NotContains(var values, var ignoreCase) -> texts(typed("not_contains"), values, ignoreCase);
            case Check.Regex(var pattern) -> typed("regex").put("pattern", pattern);
            case Check.JsonPath(var path, var value) -> value(typed("json_path").put("path", path), value);
            case Check.Type(var path, var expected) -> text(typed("type"), "path", path).put("value", expected);
            case Check.ToolCalled(var names, var arguments) -> tool(names, arguments);
        };
    }

    private static ObjectNode tool(List<String> names, @Nullable JsonNode arguments) {
        var json = typed("tool_called");
        if (names.size() == 1) {
            json.put("name", names.getFirst());
        } else {
            names.forEach(json.putArray("value")::add);
        }
        if (arguments != null) {
            json.set("arguments", arguments);
        }
        return json;
    }

    private static ObjectNode texts(ObjectNode json, List<String> values, boolean ignoreCase) {
        if (values.size() == 1) {
            json.put("value", values.getFirst());
        } else {
            values.forEach(json.putArray("value")::add);
        }
        return ignoreCase ? json.put("ignore_case", true) : json;
    }

    private static ObjectNode value(ObjectNode json, @Nullable JsonNode value) {
        if (value != null) {
            json.set("value", value);
        }
        return json;
    }

    private static ObjectNode text(ObjectNode json, String field, @Nullable String value) {
        return value == null ? json : json.put(field, value);
    }

    private static ObjectNode typed(String type) {
        return Json.MAPPER.createObjectNode().put("type", type);
    }
}
