package dev.muster.common.assertion.eval;

/**
 * Finds patterns that RE2J 1.8 never finishes compiling: those that ignore case over U+1C80 to U+1C88. Its case-folding
 * table lacks these letters, and Java's case mapping sends it in a circle.
 */
final class EndlessFolding {

    private static final int FIRST = 0x1C80;
    private static final int LAST = 0x1C88;
    /** The first letter with a case; a range over all such letters is not folded. */
    private static final int FIRST_WITH_CASE = 'A';
    private static final int LAST_WITH_CASE = 0x1E943;

    private static final String NUMBERED = "\\x{";
    /** Length of the longest escape other than {@code \\x{…}}. */
    private static final int LONGEST_ESCAPE = 4;

    private final String source;

    private EndlessFolding(String source) {
        this.source = source;
    }

    static boolean isIn(String source) {
        return ignoresCase(source) && new EndlessFolding(source).foldsThem();
    }

    private static boolean ignoresCase(String source) {
        for (int flags = source.indexOf("(?"); flags >= 0; flags = source.indexOf("(?", flags + 2)) {
            int at = flags + 2;
            while (at < source.length() && Character.isLetter(source.charAt(at))) {
                if (source.charAt(at) == 'i') {
                    return true;
                }
                at++;
            }
        }
        return false;
    }

    /** Treats every hyphen after the first class as a range: rejecting too much is better than never ending. */
    private boolean foldsThem() {
        int firstClass = source.indexOf('[');
        for (int at = 0; at < source.length(); at++) {
            int found = codePoint(at);
            boolean range = firstClass >= 0 && at - 1 > firstClass && source.charAt(at - 1) == '-' && found >= FIRST;
            if (range ? !isElsewhere(at - 1, found) : found >= FIRST && found <= LAST) {
                return true;
            }
        }
        return false;
    }

    /** Whether a range begins after the letters, or covers all letters with a case. */
    private boolean isElsewhere(int hyphen, int to) {
        int from = before(hyphen);
        boolean overAll = from >= 0 && from <= FIRST_WITH_CASE && to >= LAST_WITH_CASE;
        return from > LAST || overAll;
    }

    /** Returns the character that ends at an index; -1 when it may be the end of an escape. */
    private int before(int end) {
        int number = end > 0 && source.charAt(end - 1) == '}' ? source.lastIndexOf(NUMBERED, end) : -1;
        if (number >= 0) {
            return codePoint(number);
        }
        int escape = source.lastIndexOf('\\', end - 1);
        return end == 0 || (escape >= 0 && end - escape <= LONGEST_ESCAPE) ? -1 : source.codePointBefore(end);
    }

    /** Returns the character at an index, literal or by number. */
    private int codePoint(int at) {
        if (source.startsWith(NUMBERED, at)) {
            int end = source.indexOf('}', at);
            int number = end < 0 ? -1 : hex(at + NUMBERED.length(), end);
            if (number >= 0) {
                return number;
            }
        }
        return source.codePointAt(at);
    }

    private int hex(int from, int to) {
        try {
            return Integer.parseInt(source, from, to, 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
