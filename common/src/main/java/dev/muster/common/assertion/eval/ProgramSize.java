package dev.muster.common.assertion.eval;

import module java.base;

/**
 * Estimates an upper bound of a pattern's program size before compilation: compiling expands repetitions, and {@code
 * ((a{1000}){1000}){1000}} would take all memory.
 */
final class ProgramSize {

    private static final long ENOUGH = 1L << 40;
    /** Maximum nesting of groups: RE2's parser recurses into them. */
    private static final int DEEPEST = 1_000;

    private final String pattern;
    private final Deque<Group> groups = new ArrayDeque<>();
    private Group group = new Group();
    private int at;

    private static final class Group {
        private long before;
        private long last;

        void add(long size) {
            before = Math.min(ENOUGH, before + last);
            last = size;
        }

        void repeat(long times) {
            last = Math.min(ENOUGH, last * Math.max(1, times)) + 1;
        }

        long size() {
            return Math.min(ENOUGH, before + last);
        }
    }

    private ProgramSize(String pattern) {
        this.pattern = pattern;
    }

    static long estimate(String pattern) {
        return new ProgramSize(pattern).run();
    }

    private long run() {
        while (at < pattern.length() && groups.size() <= DEEPEST) {
            step();
        }
        if (groups.size() > DEEPEST) {
            return ENOUGH;
        }
        while (!groups.isEmpty()) {
            close();
        }
        return group.size();
    }

    private void step() {
        switch (pattern.charAt(at++)) {
            case '(' -> open();
            case ')' -> close();
            case '[' -> skipClass();
            case '\\' -> escape();
            case '{' -> braces();
            case '*', '+', '?' -> group.repeat(2);
            default -> group.add(2);
        }
    }

    private void open() {
        groups.push(group);
        group = new Group();
    }

    private void close() {
        var closed = group.size();
        if (!groups.isEmpty()) {
            group = groups.pop();
            group.add(closed + 2);
        }
    }

    private void skipClass() {
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        at++; // a leading ] is a member
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            at += inner();
        }
        at++;
        group.add(2);
    }

    /**
     * Returns the length of the class member here: an escape, a named class such as {@code [:alpha:]}, or one
     * character.
     */
    private int inner() {
        if (pattern.charAt(at) == '\\') {
            return 2;
        }
        int end = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at + 2) : -1;
        return end < 0 ? 1 : end + 2 - at;
    }

    private void escape() {
        boolean quote = pattern.startsWith("Q", at);
        int end = quote ? pattern.indexOf("\\E", at) : at + 1;
        int to = end < 0 ? pattern.length() : Math.min(end, pattern.length());
        group.add(2L * Math.max(1, to - at));
        at = quote && end >= 0 ? end + 2 : to;
    }

    /** {@code {3}}, {@code {3,}} and {@code {3,5}} repeat; anything else is text. */
    private void braces() {
        int end = pattern.indexOf('}', at);
        var counts = end < 0 ? "" : pattern.substring(at, end);
        if (!isCounts(counts)) {
            group.add(2);
            return;
        }
        at = end + 1;
        group.repeat(1 + Math.max(number(counts, 0), number(counts, counts.indexOf(',') + 1)));
    }

    private static long number(String counts, int from) {
        int comma = counts.indexOf(',', from);
        var digits = counts.substring(from, comma < 0 ? counts.length() : comma);
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private static boolean isCounts(String text) {
        int comma = text.indexOf(',');
        return !text.isEmpty() && text.length() <= 12 && comma != 0 && comma == text.lastIndexOf(',')
                && text.chars().allMatch(c -> c == ',' || (c >= '0' && c <= '9'));
    }
}
