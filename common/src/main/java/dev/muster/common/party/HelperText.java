package dev.muster.common.party;

import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Texts from and for agents that help. */
public final class HelperText {

    private static final String OPEN = "<think>";
    private static final String CLOSE = "</think>";

    private HelperText() {}

    /** Puts the document's values where {@code {{name}}} stands: texts as they are, all else as JSON. */
    public static String fill(String instructions, ObjectNode document) {
        var filled = new StringBuilder();
        int at = 0;
        for (int open = instructions.indexOf("{{"); open >= 0; open = instructions.indexOf("{{", at)) {
            int close = instructions.indexOf("}}", open);
            if (close < 0) {
                break;
            }
            var value = document.get(instructions.substring(open + 2, close).strip());
            filled.append(instructions, at, open)
                    .append(value == null ? instructions.substring(open, close + 2) : text(value));
            at = close + 2;
        }
        return filled.append(instructions, at, instructions.length()).toString();
    }

    /**
     * Models that think aloud put their thoughts between tags; what is never closed is all thought, and so is what is
     * closed and never opened: some servers swallow the first tag.
     */
    public static String withoutReasoning(String text) {
        var spoken = new StringBuilder();
        int at = behindUnopened(text);
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            spoken.append(text, at, open);
            int close = text.indexOf(CLOSE, open);
            at = close < 0 ? text.length() : close + CLOSE.length();
        }
        return spoken.append(text, at, text.length()).toString().strip();
    }

    private static int behindUnopened(String text) {
        int close = text.indexOf(CLOSE);
        int open = text.indexOf(OPEN);
        return close >= 0 && (open < 0 || close < open) ? close + CLOSE.length() : 0;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : Json.MAPPER.writeValueAsString(value);
    }
}
