package dev.muster.common.target;

import module java.base;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Processes texts from and for helper agents. */
public final class HelperText {

    private static final List<String> THOUGHTS = List.of("think", "thinking", "reasoning");

    private HelperText() {}

    /** Replaces {@code {{name}}} with the document's values: texts as they are, others as JSON. */
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
     * Removes a model's reasoning between tags; an unclosed tag starts reasoning up to the end, and an unopened one ends
     * reasoning from the start: some servers drop the first tag.
     */
    public static String withoutReasoning(String text) {
        return THOUGHTS.stream().reduce(text, (left, tag) -> without("<" + tag + ">", "</" + tag + ">", left)).strip();
    }

    private static String without(String begin, String end, String text) {
        var spoken = new StringBuilder();
        int at = behindUnopened(begin, end, text);
        for (int open = text.indexOf(begin, at); open >= 0; open = text.indexOf(begin, at)) {
            spoken.append(text, at, open);
            int close = text.indexOf(end, open);
            at = close < 0 ? text.length() : close + end.length();
        }
        return spoken.append(text, at, text.length()).toString();
    }

    private static int behindUnopened(String begin, String end, String text) {
        int close = text.indexOf(end);
        int open = text.indexOf(begin);
        return close >= 0 && (open < 0 || close < open) ? close + end.length() : 0;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : Json.MAPPER.writeValueAsString(value);
    }
}
