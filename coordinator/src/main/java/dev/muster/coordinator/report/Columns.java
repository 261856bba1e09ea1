package dev.muster.coordinator.report;

import module java.base;

/** Measures text in terminal columns: wide characters (CJK, emoji) take two, combining ones none. */
public final class Columns {

    private static final String CUT = "…";
    /** Minimum width, with room for any character: wrapping to a narrower line would never end. */
    private static final int NARROWEST = 10;
    /** First and last characters of the blocks that Unicode calls wide or fullwidth. */
    private static final int[][] WIDE = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x4DBF}, {0x4E00, 0xA4CF},
        {0xA960, 0xA97F}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6}, {0x20000, 0x3FFFD}};

    private Columns() {}

    public static int width(String text) {
        return text.codePoints().map(Columns::width).sum();
    }

    private static int width(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        return c >= WIDE[0][0] && (Character.isEmojiPresentation(c)
                || Arrays.stream(WIDE).anyMatch(block -> c >= block[0] && c <= block[1]));
    }

    /** Cuts a text to a number of columns; a longer text ends in an ellipsis. */
    public static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        return columns < 1 ? "" : text.substring(0, fitting(text, 0, columns - 1)) + CUT;
    }

    /** Wraps a text at spaces, and within a word only when the word is longer than a line. */
    public static List<String> wrap(String text, int columns) {
        var lines = new ArrayList<String>();
        text.lines().forEach(line -> wrapLine(line, Math.max(NARROWEST, columns), lines));
        return lines;
    }

    private static void wrapLine(String line, int columns, List<String> lines) {
        int from = 0;
        int to = fitting(line, from, columns);
        while (to < line.length()) {
            int space = line.lastIndexOf(' ', to);
            boolean atSpace = space > from + (to - from) / 3;
            lines.add(line.substring(from, atSpace ? space : to));
            from = atSpace ? space + 1 : to;
            to = fitting(line, from, columns);
        }
        lines.add(line.substring(from));
    }

    /** Returns the index up to which the text fits into a number of columns. */
    private static int fitting(String text, int from, int columns) {
        int at = from;
        int used = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            used += width(c);
            if (used > columns) {
                return at;
            }
            at += Character.charCount(c);
        }
        return at;
    }
}
