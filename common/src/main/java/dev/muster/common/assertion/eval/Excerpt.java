package dev.muster.common.assertion.eval;

import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Texts and JSON as they stand in a sentence: quoted, on one line, and short. */
final class Excerpt {

    private static final int LONGEST = 160;
    private static final int LONGEST_DATA = 1_000;
    private static final int BEFORE = 30;

    private Excerpt() {}

    /** The beginning of a text. */
    static String of(String text) {
        return around(text, 0);
    }

    /** The part of a long text that shows what is at a place; a short text whole. */
    static String around(String text, int at) {
        if (text.length() <= LONGEST) {
            return quoted(text);
        }
        int from = from(text, at);
        int to = to(text, from);
        return (from > 0 ? "…" : "") + quoted(text.substring(from, to)) + (to < text.length() ? "…" : "") + " ("
                + counted(text.codePointCount(0, text.length()), "character") + ")";
    }

    /** The same of a line that stands by itself: as it is, without quotes. */
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

    /** Compact JSON, cut at the end. */
    static String of(JsonNode node) {
        var text = Json.MAPPER.writeValueAsString(node);
        return shortened(text);
    }

    /** The beginning of a text, as it is. */
    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, onCharacter(text, LONGEST)) + "…";
    }

    /** A value for results: itself when it is small, else the beginning of its JSON, or of its text. */
    static JsonNode data(JsonNode node) {
        var text = node.isString() ? node.stringValue() : Json.MAPPER.writeValueAsString(node);
        return text.length() <= LONGEST_DATA ? node
                : StringNode.valueOf(text.substring(0, onCharacter(text, LONGEST_DATA)) + "… ("
                        + counted(text.codePointCount(0, text.length()), "character") + ")");
    }

    static JsonNode data(String text) {
        return data(StringNode.valueOf(text));
    }

    /** What is no JSON itself goes in quotes; line ends and tabs are shown. */
    static String quoted(String text) {
        return '"' + text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t") + '"';
    }

    /** "1 character", "2 characters". */
    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Never between the two halves of a surrogate pair. */
    private static int onCharacter(String text, int at) {
        boolean splits = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return splits ? at - 1 : at;
    }
}
