package dev.muster.common.assertion.eval;

import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Formats texts and JSON for messages: quoted, on one line, and short. */
final class Excerpt {

    private static final int LONGEST = 160;
    private static final int LONGEST_DATA = 1_000;
    private static final int BEFORE = 30;

    static String of(String text) {
        return around(text, 0);
    }

    /** Returns the part of a long text around an index; a short text whole. */
    static String around(String text, int at) {
        if (text.length() <= LONGEST) {
            return quoted(text);
        }
        int from = from(text, at);
        int to = to(text, from);
        return (from > 0 ? "…" : "") + quoted(text.substring(from, to)) + (to < text.length() ? "…" : "") + " ("
                + counted(text.codePointCount(0, text.length()), "character") + ")";
    }

    /** Returns the same for a separate line, without quotes. */
    static String line(String line, int at) {
        int from = from(line, at);
        int to = to(line, from);
        return (from > 0 ? "…" : "") + line.substring(from, to) + (to < line.length() ? "…" : "");
    }

    private static int from(String text, int at) {
        return onCharacter(text, Math.max(0, Math.min(at - BEFORE, text.length() - LONGEST)));
    }

    private static int to(String text, int from) {
        return onCharacter(text, Math.min(text.length(), from + LONGEST));
    }

    /** Returns compact JSON, cut at the end. */
    static String of(JsonNode node) {
        var text = Json.MAPPER.writeValueAsString(node);
        return shortened(text);
    }

    /** Returns the beginning of a text, without quotes. */
    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, onCharacter(text, LONGEST)) + "…";
    }

    /** Returns a value for results: itself when it is small, else the beginning of its JSON or text. */
    static JsonNode data(JsonNode node) {
        var text = node.isString() ? node.stringValue() : Json.MAPPER.writeValueAsString(node);
        return text.length() <= LONGEST_DATA ? node
                : StringNode.valueOf(text.substring(0, onCharacter(text, LONGEST_DATA)) + "… ("
                        + counted(text.codePointCount(0, text.length()), "character") + ")");
    }

    static JsonNode data(String text) {
        return data(StringNode.valueOf(text));
    }

    /** Quotes a text; shows line ends and tabs. */
    static String quoted(String text) {
        return '"' + text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    /** "1 character", "2 characters". */
    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Returns an index that does not split a surrogate pair. */
    private static int onCharacter(String text, int at) {
        boolean splits = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return splits ? at - 1 : at;
    }
}
