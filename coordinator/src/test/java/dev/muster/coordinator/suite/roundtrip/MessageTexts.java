package dev.muster.coordinator.suite.roundtrip;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Messages and their parts. */
final class MessageTexts {

    /** A file that exists and can be attached. */
    static final String FILE = "f.txt";

    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    private final Chance chance;

    MessageTexts(Chance chance) {
        this.chance = chance;
    }

    /** Returns a history that a target answers. */
    ArrayNode answered() {
        return before().add(chance.onceIn(4) ? tool() : user());
    }

    ArrayNode before() {
        return chance.list(3, this::any);
    }

    private ObjectNode any() {
        return switch (chance.below(4)) {
            case 0 -> assistant();
            case 1 -> tool();
            case 2 -> message(chance.of("system", "developer"));
            default -> user();
        };
    }

    ObjectNode user() {
        return message("user");
    }

    private ObjectNode message(String role) {
        var message = MAKE.objectNode().put("role", role);
        chance.maybeText(message, "name", chance::text);
        message.set("content", chance.onceIn(2) ? chance.node(chance.text()) : parts());
        return message;
    }

    ObjectNode assistant() {
        var message = message("assistant");
        if (chance.onceIn(2)) {
            message.set("tool_calls", chance.list(3, this::call));
            chance.maybe(message, "content", MAKE::nullNode);
        }
        return message;
    }

    private ObjectNode tool() {
        return message("tool").put("tool_call_id", chance.said());
    }

    private ObjectNode call() {
        var call = MAKE.objectNode().put("id", chance.said());
        chance.maybeText(call, "type", () -> "function");
        var function = call.putObject("function").put("name", chance.said());
        chance.maybe(function, "arguments", this::arguments);
        return call;
    }

    private JsonNode arguments() {
        return switch (chance.below(4)) {
            case 0 -> chance.node(Rendering.json(chance.free(2)));
            case 1 -> chance.json(2);
            case 2 -> chance.node(chance.text());
            default -> chance.node(chance.of("{\"a\": 1e400}", "1e400", "[1, 2", "\"text\"", "{\"a\":1,\"a\":2}", "-0",
                    "\"\\ud83d\"", "NaN", " {} ", "12345678901234567890123", "\"{}\"", "\"\\\"5\\\"\"", "1.10"));
        };
    }

    ArrayNode parts() {
        return chance.some(3, this::part);
    }

    JsonNode part() {
        var part = MAKE.objectNode();
        switch (chance.below(5)) {
            case 0 -> {
                return part.put("type", "image_url").put("image_url", address());
            }
            case 1 -> part.put("type", kind()).put("source", "file://" + FILE);
            case 2 -> part.put("type", kind()).put("url", address());
            default -> {
                return part.put("type", "text").put("text", chance.text());
            }
        }
        chance.maybeText(part, "mime_type", () -> chance.of("image/png", "x/y", ""));
        chance.maybeText(part, "filename", chance::text);
        return part;
    }

    private String kind() {
        return chance.of("image", "audio", "file");
    }

    private String address() {
        return chance.of("https://h/a.png", "data:image/png;base64,QUJD", "data:text/plain,hi", "u",
                "data:;base64,QQ==",
                "data:a/b;base64,", "https://h/?q=\"ü\"", "file://f.txt");
    }
}
