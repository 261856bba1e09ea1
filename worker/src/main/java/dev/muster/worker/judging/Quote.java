package dev.muster.worker.judging;

import module java.base;

/** Texts and scores in messages: on one line, and short enough to read. */
public final class Quote {

    private static final int LONGEST = 120;

    /** For texts that are kept as data. */
    private static final int MOST_KEPT = 1_000;

    static String cut(String text) {
        return text.length() <= MOST_KEPT ? text : text.substring(0, MOST_KEPT) + "…";
    }

    /** Returns the beginning and the end of a long text. */
    static String ends(String text) {
        return text.length() <= 8 * MOST_KEPT ? text
                : text.substring(0, 4 * MOST_KEPT) + "\n…\n" + text.substring(text.length() - 4 * MOST_KEPT);
    }

    public static String score(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }

    /** White space becomes one space; only the beginning of a long text is read. */
    private static String oneLine(String text) {
        var line = new StringBuilder();
        for (int at = 0; at < text.length() && line.length() <= LONGEST + 1; at++) {
            if (!Character.isWhitespace(text.charAt(at))) {
                line.append(text.charAt(at));
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
        return line.toString().stripTrailing();
    }

    public static String of(String text) {
        var line = oneLine(text);
        boolean quoted = line.length() > 1 && line.startsWith("\"") && line.endsWith("\"");
        return quoted && line.length() <= LONGEST ? line
                : '"' + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…") + '"';
    }
}
