package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * The first place where two texts differ.
 *
 * @param at index into both
 */
record TextDifference(String expected, String found, int at) {

    private static final int MOST_LINES = 3;

    static TextDifference of(String expected, String found) {
        int at = 0;
        while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
            at++;
        }
        return new TextDifference(expected, found, at);
    }

    /** {@code character 17}, or {@code line 3, character 17}; both counted from 1. */
    String place() {
        int from = lineStart();
        int character = from > at ? 1 : expected.codePointCount(from, at) + 1;
        long line = expected.substring(0, at).chars().filter(c -> c == '\n').count() + (from > at ? 2 : 1);
        return (line == 1 ? "" : "line " + line + ", ") + "character " + character;
    }

    /** Returns a few of the differing lines, from the first to the last, as one text each. */
    Differences lines() {
        var differences = Differences.any();
        if (!expected.equals(found)) {
            var expectedLines = linesFrom(expected);
            var there = linesFrom(found);
            int same = sameAtTheEnd(expectedLines, there);
            differences.add(place(), shown(expectedLines.subList(0, expectedLines.size() - same)),
                    shown(there.subList(0, there.size() - same)), "");
        }
        return differences;
    }

    /** Returns the start of the first differing line; after the index when one text continues with an extra line. */
    private int lineStart() {
        return endsLine(expected) && endsLine(found) ? at + 1 : expected.lastIndexOf('\n', at - 1) + 1;
    }

    private boolean endsLine(String text) {
        return at == text.length() || text.charAt(at) == '\n';
    }

    private List<String> linesFrom(String text) {
        var lines = new ArrayList<String>();
        int from = lineStart();
        while (from <= text.length()) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end;
            lines.add(text.substring(from, to));
            from = to + 1;
        }
        return lines;
    }

    private static int sameAtTheEnd(List<String> one, List<String> other) {
        int same = 0;
        while (same < Math.min(one.size(), other.size())
                && one.get(one.size() - 1 - same).equals(other.get(other.size() - 1 - same))) {
            same++;
        }
        return same;
    }

    private @Nullable JsonNode shown(List<String> lines) {
        if (lines.isEmpty()) {
            return null;
        }
        var shown = new StringBuilder(Excerpt.line(lines.getFirst(), Math.max(0, at - lineStart())));
        lines.stream().skip(1).limit(MOST_LINES - 1).forEach(line -> shown.append('\n').append(Excerpt.line(line, 0)));
        int more = lines.size() - MOST_LINES;
        return StringNode.valueOf(more <= 0 ? shown.toString()
                : shown.append("\n… (").append(Excerpt.counted(more, "more line")).append(')').toString());
    }
}
