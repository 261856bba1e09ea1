package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Clauses of AG-UI tests. */
final class ClauseTexts {

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;

    ClauseTexts(Chance chance) {
        this.chance = chance;
    }

    /** Adds a clause in agent-test form. */
    void assertion(ObjectNode to) {
        switch (chance.below(8)) {
            case 0 -> to.put("forbid", chance.said());
            case 1 -> to.set("require", require());
            case 2 -> to.set("forbid_call", forbidCall());
            case 3 -> to.set("max_duration_ms", ms());
            case 4 -> to.set("max_gap_ms", ms());
            case 5 -> to.set("max_idle_ms", ms());
            case 6 -> to.put("must_match", pattern());
            default -> to.put("must_not_match", pattern());
        }
    }

    /** Returns the {@code assert} block of an AG-UI test. */
    ObjectNode block() {
        var block = MAKE.objectNode();
        chance.maybe(block, "tools", this::tools);
        chance.maybe(block, "timing", this::timing);
        chance.maybe(block, "text", this::text);
        chance.maybe(block, chance.of("tools", "timing", "text"), MAKE::nullNode);
        return block;
    }

    private ObjectNode tools() {
        var tools = MAKE.objectNode();
        chance.maybe(tools, "forbid", () -> chance.list(3, () -> chance.node(chance.said())));
        chance.maybe(tools, "require", () -> chance.list(3, this::require));
        chance.maybe(tools, "forbid_calls", () -> chance.list(3, this::forbidCall));
        return tools;
    }

    private ObjectNode timing() {
        var timing = MAKE.objectNode();
        chance.maybe(timing, "max_duration_ms", this::ms);
        chance.maybe(timing, "max_gap_ms", this::ms);
        chance.maybe(timing, "max_idle_ms", this::ms);
        return timing;
    }

    private ObjectNode text() {
        var text = MAKE.objectNode();
        chance.maybeText(text, "must_match", this::pattern);
        chance.maybeText(text, "must_not_match", this::pattern);
        return text;
    }

    private JsonNode ms() {
        return chance.onceIn(3) ? MAKE.numberNode(chance.of(1e3, 0.0, 5.0))
                : MAKE.numberNode(chance.of(0, 1, 30_000, Integer.MAX_VALUE));
    }

    private ObjectNode require() {
        var require = MAKE.objectNode().put("name", chance.said());
        chance.maybe(require, "count", this::count);
        filters(require);
        chance.maybeText(require, "result_not_match", this::pattern);
        chance.maybeText(require, "after", () -> "other " + chance.text());
        return require;
    }

    private ObjectNode forbidCall() {
        var call = MAKE.objectNode().put("name", chance.said());
        filters(call);
        return call;
    }

    private void filters(ObjectNode to) {
        chance.maybe(to, "args_match", () -> {
            var args = MAKE.objectNode().put(chance.word(), pattern());
            return chance.onceIn(2) ? args : args.put(chance.word(), pattern()).put(chance.word(), pattern());
        });
        chance.maybeText(to, "result_match", this::pattern);
    }

    private ObjectNode count() {
        var count = MAKE.objectNode();
        return switch (chance.below(4)) {
            case 0 -> count.put("exact", chance.below(3));
            case 1 -> count.put("min", chance.below(3));
            case 2 -> count.put("max", chance.below(3));
            default -> count.put("min", chance.below(2)).put("max", 1 + chance.below(1_000_000));
        };
    }

    private String pattern() {
        return chance.of("^4242$", "a|b", "", "ü+", "\\$\\{x\\}", "${ENV.NAME}", "error\\b", "\"x\"", "a\nb");
    }
}
