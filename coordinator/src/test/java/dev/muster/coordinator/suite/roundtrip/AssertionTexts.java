package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Assertions of the agent-test dialect, of every type and in every spelling. */
final class AssertionTexts {

    private final Chance chance;

    AssertionTexts(Chance chance) {
        this.chance = chance;
    }

    JsonNode many() {
        return chance.list(3, this::one);
    }

    /** Returns a list, or a single assertion. */
    JsonNode some() {
        return chance.onceIn(3) ? one() : chance.some(3, this::one);
    }

    ObjectNode one() {
        var type = chance.of("equals", "contains", "not_contains", "regex", "json_path", "type", "tool_called", "agent",
                "script", "ag_ui", "oracle");
        var object = JsonNodeFactory.instance.objectNode().put("type", type);
        check(type, object);
        chance.maybeFlag(object, "negate");
        chance.maybeText(object, "message", chance::text);
        if (!type.equals("tool_called") || object.has("value")) {
            chance.maybeText(object, "name", chance::text);
        }
        chance.maybe(object, "weight", this::weight);
        return object;
    }

    private JsonNode weight() {
        return chance.onceIn(2) ? JsonNodeFactory.instance.numberNode(chance.of(0.0, 1.0, 2.5, 1e300, Double.MIN_VALUE))
                : JsonNodeFactory.instance.numberNode(chance.below(5));
    }

    private void check(String type, ObjectNode object) {
        switch (type) {
            case "equals" -> object.set("value", chance.json(2));
            case "contains", "not_contains" -> contains(object);
            case "regex" -> object.put(chance.of("pattern", "value"), pattern());
            case "json_path" -> path(object);
            case "type" -> ofType(object);
            case "tool_called" -> tool(object);
            case "agent" -> agent(object);
            case "script" -> script(object);
            case "ag_ui" -> new ClauseTexts(chance).assertion(object);
            case "oracle" -> new OracleTexts(chance).assertion(object);
            default -> throw new IllegalArgumentException(type);
        }
    }

    private void contains(ObjectNode object) {
        object.set("value", chance.onceIn(2) ? chance.node(chance.text())
                : chance.some(3, () -> chance.node(chance.text())));
        chance.maybeFlag(object, "ignore_case");
    }

    private String pattern() {
        return chance.of("a+", "\\d{3}", "(?i)ü", "^$", "${ENV.X}.*", "[\"']", "\\n", "x|y", "\\${");
    }

    private void path(ObjectNode object) {
        object.put("path", chance.of("$.a", "a.b", "$['x y'][0]", "$..c", "$.items[?(@.n == 1)].id", "$"));
        chance.maybe(object, "value", () -> chance.json(2));
    }

    private void ofType(ObjectNode object) {
        object.put(chance.of("value", "expected"),
                chance.of("string", "number", "integer", "boolean", "array", "object", "null"));
        chance.maybeText(object, "path", () -> chance.of("$.a", "b"));
    }

    private void tool(ObjectNode object) {
        switch (chance.below(4)) {
            case 0 -> object.put("name", chance.said());
            case 1 -> object.put("value", chance.text());
            case 2 -> object.set("value", chance.some(3, () -> chance.node(chance.text())));
            default -> {
                var call = object.putObject("value").put("name", chance.said());
                chance.maybe(call, "arguments", this::arguments);
                return;
            }
        }
        chance.maybe(object, "arguments", this::arguments);
    }

    private ObjectNode arguments() {
        var arguments = chance.free(2);
        chance.maybeText(arguments, "matched", () -> "regex: a+");
        return arguments;
    }

    private void agent(ObjectNode object) {
        object.put("use", chance.of("agents:judge", "judge"));
        chance.maybe(object, "threshold", () -> JsonNodeFactory.instance.numberNode(chance.of(0.0, 0.7, 1.0)));
        chance.maybeWhole(object, "samples", 1, 9);
        if (chance.onceIn(3)) {
            object.set("value", chance.json(1));
        } else {
            helperOptions(object);
        }
    }

    private void script(ObjectNode object) {
        if (chance.onceIn(2)) {
            object.put("use", chance.of("scripts:a.b", "a.b", "scripts:\uD83D\uDE00"));
        } else {
            object.put("script", chance.of("scripts.a.b", "scripts:a.b.c", "a"));
        }
        chance.maybe(object, "value", () -> chance.json(1));
        helperOptions(object);
    }

    /** Adds options of a helper, with metadata beside the options or in them. */
    void helperOptions(ObjectNode object) {
        chance.maybe(object, "metadata", () -> chance.free(1));
        chance.maybe(object, "options", () -> options("judge"));
    }

    ObjectNode options(String agent) {
        var options = JsonNodeFactory.instance.objectNode();
        if (!agent.equals("expense")) {
            chance.maybeText(options, "connector", () -> "gpt");
        }
        chance.maybe(options, "skip", this::skips);
        chance.maybe(options, "search", () -> chance.json(1));
        chance.maybeText(options, "mode", chance::text);
        chance.maybe(options, "metadata", () -> chance.free(2));
        return options;
    }

    private ObjectNode skips() {
        var skips = JsonNodeFactory.instance.objectNode();
        for (var name : new String[]{"history", "trace", "output", "keyword", "search"}) {
            chance.maybeFlag(skips, name);
        }
        return skips;
    }
}
