package dev.muster.common.assertion.eval;

import module java.base;

/**
 * One statement, with a {@code ?} for each {@code @name} outside literals and comments.
 *
 * @param text for the driver
 * @param names names of the parameters, in order, repetitions included
 */
public record SqlStatement(String text, List<String> names) {

    private static final Set<String> READING = Set.of("select", "with", "values", "table");

    /**
     * Parses a statement from a suite, as PostgreSQL would.
     *
     * @throws AssertionFault when it is not one statement, or one that may write
     */
    static SqlStatement of(String sql) throws AssertionFault {
        var reader = new Reader(sql);
        var statement = reader.read();
        var first = reader.firstWord;
        if (!READING.contains(first)) {
            throw new AssertionFault("a statement of sql-validate must read: begin it with SELECT, WITH, VALUES or "
                    + "TABLE, not " + (first.isEmpty() ? "with nothing" : first.toUpperCase(Locale.ROOT)));
        }
        return statement;
    }

    /** Parses a statement of Muster's own, which may write. */
    public static SqlStatement own(String sql) {
        try {
            return new Reader(sql).read();
        } catch (AssertionFault e) {
            throw new IllegalArgumentException(sql, e);
        }
    }

    /** Reads the text in one pass. */
    private static final class Reader {

        private final String sql;
        private final StringBuilder text = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        private int at;
        private String firstWord = "";
        private boolean ended;

        Reader(String sql) {
            this.sql = sql;
        }

        SqlStatement read() throws AssertionFault {
            while (at < sql.length()) {
                step(sql.charAt(at));
            }
            return new SqlStatement(text.toString(), names);
        }

        private void step(char c) throws AssertionFault {
            if (sql.startsWith("--", at)) {
                pass(endOfLine());
            } else if (sql.startsWith("/*", at)) {
                pass(endOfComment());
            } else if (c == '\'' || c == '"') {
                literal(c);
            } else if (c == '$' && !isWordBefore()) {
                dollar();
            } else if (c == ';') {
                ended = true;
                at++;
            } else if (Character.isWhitespace(c)) {
                take(1);
            } else {
                code(c);
            }
        }

        private void code(char c) throws AssertionFault {
            if (ended) {
                throw new AssertionFault("sql-validate takes one statement each; write another item for what follows "
                        + "the semicolon");
            }
            if (c == '?') {
                // PostgreSQL's jsonb operator, which the driver would take for a parameter
                text.append("??");
                at++;
            } else if (c == '@' && isNameAt(at + 1) && !isOperatorBefore()) {
                int end = wordEnd(at + 1);
                names.add(sql.substring(at + 1, end));
                text.append('?');
                at = end;
            } else if (isNameAt(at)) {
                int end = wordEnd(at);
                firstWord = firstWord.isEmpty() ? sql.substring(at, end).toLowerCase(Locale.ROOT) : firstWord;
                take(end - at);
            } else {
                take(1);
            }
        }

        /** {@code <@} and {@code @@} are operators. */
        private boolean isOperatorBefore() {
            return at > 0 && (sql.charAt(at - 1) == '<' || sql.charAt(at - 1) == '@');
        }

        private boolean isWordBefore() {
            return at > 0 && isWord(sql.charAt(at - 1));
        }

        private boolean isNameAt(int place) {
            return place < sql.length() && isWord(sql.charAt(place)) && sql.charAt(place) != '$'
                    && !Character.isDigit(sql.charAt(place));
        }

        /** PostgreSQL takes each character outside of ASCII as a letter. */
        private static boolean isWord(char c) {
            return c > 127 || Character.isLetterOrDigit(c) || c == '_' || c == '$';
        }

        private int wordEnd(int from) {
            int end = from;
            while (end < sql.length() && isWord(sql.charAt(end)) && sql.charAt(end) != '$') {
                end++;
            }
            return end;
        }

        /** Reads a literal: a doubled quote is a quote; in {@code E'…'} a backslash escapes the next character. */
        private void literal(char quote) throws AssertionFault {
            boolean escapes = quote == '\'' && at > 0 && "eE".indexOf(sql.charAt(at - 1)) >= 0
                    && (at == 1 || !isWord(sql.charAt(at - 2)));
            int end = at + 1;
            while (end < sql.length() && sql.charAt(end) != quote) {
                end += escapes && sql.charAt(end) == '\\' ? 2 : 1;
            }
            if (end >= sql.length()) {
                throw new AssertionFault("a statement of sql-validate has a " + quote + " that nothing closes");
            }
            take(end + 1 - at);
        }

        private void dollar() throws AssertionFault {
            int end = wordEnd(at + 1);
            if (end >= sql.length() || sql.charAt(end) != '$') {
                take(1);
                return;
            }
            var tag = sql.substring(at, end + 1);
            int close = sql.indexOf(tag, end + 1);
            if (close < 0) {
                throw new AssertionFault("a statement of sql-validate has a " + tag + " that nothing closes");
            }
            take(close + tag.length() - at);
        }

        private int endOfComment() {
            int depth = 1;
            int end = at + 2;
            while (end < sql.length() && depth > 0) {
                if (sql.startsWith("/*", end)) {
                    depth++;
                    end += 2;
                } else if (sql.startsWith("*/", end)) {
                    depth--;
                    end += 2;
                } else {
                    end++;
                }
            }
            return Math.min(end, sql.length());
        }

        private int endOfLine() {
            int end = at;
            while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
                end++;
            }
            return end;
        }

        /** Skips a comment, which becomes one space. */
        private void pass(int to) {
            text.append(' ');
            at = to;
        }

        private void take(int count) {
            text.append(sql, at, at + count);
            at += count;
        }
    }
}
