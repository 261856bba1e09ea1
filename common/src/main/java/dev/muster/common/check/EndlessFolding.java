package dev.muster.common.check;

/**
 * Finds the patterns that RE2J 1.8 never ends to compile: those that ignore case over U+1C80 to U+1C88, as its table of
 * letters that are the same but for their case does not know them, and Java's letters lead it in a circle.
 */
final class EndlessFolding {

    private static final int FIRST = 0x1C80;
    private static final int LAST = 0x1C88;
    /** A range over all letters that have a case is not folded. */
    private static final int FIRST_WITH_CASE = 'A';
    private static final int LAST_WITH_CASE = 0x1E943;

    private final String source;
    private int at;

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

    /** What looks like a range behind a class is taken for one: refusing too much does less harm than no end. */
    private boolean foldsThem() {
        int firstClass = source.indexOf('[');
        int before = -1;
        while (at < source.length()) {
            boolean range = source.charAt(at) == '-' && firstClass >= 0 && at > firstClass + 1
                    && at + 1 < source.length();
            at += range ? 1 : 0;
            int found = codePoint();
            if (range ? folded(before, found) : found >= FIRST && found <= LAST) {
                return true;
            }
            before = found;
        }
        return false;
    }

    private static boolean folded(int from, int to) {
        boolean over = from <= LAST && to >= FIRST;
        return over && (from > FIRST_WITH_CASE || to < LAST_WITH_CASE);
    }

    /** What is written next: a character, or one by its number. */
    private int codePoint() {
        if (source.startsWith("\\x{", at)) {
            int end = source.indexOf('}', at);
            int number = end < 0 ? -1 : hex(at + 3, end);
            if (number >= 0) {
                at = end + 1;
                return number;
            }
        }
        int found = source.codePointAt(at);
        at += Character.charCount(found);
        return found;
    }

    private int hex(int from, int to) {
        try {
            return Integer.parseInt(source, from, to, 16);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
