package dev.muster.cli.demo;

import tools.jackson.databind.JsonNode;

/** One action of a scripted agent while it answers. */
sealed interface Act {

    /** Streams a text, word by word. */
    record Say(String text) implements Act {}

    /** Calls one of its own tools and gets the result. */
    record Use(String tool, JsonNode arguments, JsonNode result) implements Act {}

    /** Calls a tool of the caller; the answer ends there. */
    record Ask(String tool, JsonNode arguments) implements Act {}

    /** Sends its whole state. */
    record Show(JsonNode state) implements Act {}

    /** Changes its state by a JSON Patch (RFC 6902). */
    record Change(JsonNode patch) implements Act {}

    /** Reads an act as a script has it. */
    static Act of(JsonNode act) {
        var kind = act.propertyStream().findFirst().orElseThrow();
        return switch (kind.getKey()) {
            case "say" -> new Say(kind.getValue().stringValue());
            case "use" -> new Use(kind.getValue().stringValue(), act.path("arguments"), act.path("result"));
            case "ask" -> new Ask(kind.getValue().stringValue(), act.path("arguments"));
            case "show" -> new Show(kind.getValue());
            case "change" -> new Change(kind.getValue());
            default -> throw new IllegalStateException("a script has no act '" + kind.getKey() + "'");
        };
    }
}
