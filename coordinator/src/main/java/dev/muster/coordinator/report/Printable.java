package dev.muster.coordinator.report;

import dev.muster.common.model.Invisible;

/**
 * Makes external text safe to look at: nothing in it moves the cursor, changes colors, reads backwards or is invisible.
 */
public final class Printable {

    private static final int PICTURES = 0x2400;
    private static final int REPLACEMENT = 0xFFFD;
    /** Marks on one letter; languages need three. */
    private static final int MOST_MARKS = 4;

    private Printable() {}

    /** Returns one line; line ends become spaces too. */
    public static String line(String text) {
        return text(text.replace("\r\n", " ").replace('\n', ' ').replace('\r', ' '));
    }

    /** Keeps line feeds; shows every other control character, and what is invisible, as a visible sign. */
    public static String text(String text) {
        if (text.codePoints().allMatch(c -> isHarmless(c) && !isMark(c))) {
            return text;
        }
        var shown = new StringBuilder(text.length());
        int before = 0;
        int marks = 0;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int c = text.codePointAt(at);
            marks = isMark(c) ? marks + 1 : 0;
            if (marks <= MOST_MARKS) {
                shown.appendCodePoint(Invisible.joins(before, c) ? c : sign(c));
            } else if (marks == MOST_MARKS + 1) {
                shown.appendCodePoint(REPLACEMENT);
            }
            before = c;
        }
        return shown.toString();
    }

    /** Returns the beginning of a text, with an ellipsis where it is longer than that many characters. */
    public static String beginning(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    private static int sign(int c) {
        if (isHarmless(c)) {
            return c;
        }
        if (c == '\t') {
            return ' ';
        }
        if (c < ' ') {
            return PICTURES + c;
        }
        return c == 0x7F ? 0x2421 : REPLACEMENT;
    }

    /** Whether a character only shows itself, or ends a line. */
    public static boolean isHarmless(int c) {
        return c == '\n' || !(Character.isISOControl(c) || isDirection(c) || isLineSeparator(c) || Invisible.is(c)
                || isLoneSurrogate(c));
    }

    private static boolean isMark(int c) {
        return Character.getType(c) == Character.NON_SPACING_MARK || Character.getType(c) == Character.ENCLOSING_MARK;
    }

    /** Whether a character can disguise text (left-to-right overrides and similar). */
    private static boolean isDirection(int c) {
        return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }

    private static boolean isLineSeparator(int c) {
        return c == 0x2028 || c == 0x2029;
    }

    private static boolean isLoneSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
