package dev.muster.worker.sql;

import module java.base;

/**
 * Finds the names before parentheses in an expression of SQL, without those in literals; some are types or keywords.
 */
final class CalledFunctions {

    private final String sql;
    private final Set<String> names = new HashSet<>();
    private int at;
    /** The newest word, if nothing but white space follows it so far; empty otherwise. */
    private String word = "";

    private CalledFunctions(String sql) {
        this.sql = sql;
    }

    static Set<String> in(String sql) {
        var reader = new CalledFunctions(sql);
        while (reader.at < sql.length()) {
            reader.step(sql.charAt(reader.at));
        }
        return reader.names;
    }

    private void step(char c) {
        if (c == '$' && passesDollars()) {
            word = "";
        } else if (isWord(c)) {
            int end = at;
            while (end < sql.length() && isWord(sql.charAt(end))) {
                end++;
            }
            word = sql.substring(at, end).toLowerCase(Locale.ROOT);
            at = end;
        } else if (c == '\'') {
            literal(word.equals("e") && !Character.isWhitespace(sql.charAt(at - 1)));
        } else if (c == '"') {
            quotedName();
        } else {
            if (c == '(' && !word.isEmpty()) {
                names.add(word);
            }
            word = Character.isWhitespace(c) ? word : "";
            at++;
        }
    }

    /** Passes a literal between {@code $tag$}s, if one begins here. */
    private boolean passesDollars() {
        int end = at + 1;
        while (end < sql.length() && isWord(sql.charAt(end)) && sql.charAt(end) != '$') {
            end++;
        }
        if (end >= sql.length() || sql.charAt(end) != '$' || Character.isDigit(sql.charAt(at + 1))) {
            return false;
        }
        var tag = sql.substring(at, end + 1);
        int close = sql.indexOf(tag, end + 1);
        at = close < 0 ? sql.length() : close + tag.length();
        return true;
    }

    private void literal(boolean escapes) {
        int end = at + 1;
        while (end < sql.length() && sql.charAt(end) != '\'') {
            end += escapes && sql.charAt(end) == '\\' ? 2 : 1;
        }
        at = end + 1;
        word = "";
    }

    private void quotedName() {
        var name = new StringBuilder();
        int end = at + 1;
        while (end < sql.length() && (sql.charAt(end) != '"' || sql.startsWith("\"\"", end))) {
            name.append(sql.charAt(end));
            end += sql.charAt(end) == '"' ? 2 : 1;
        }
        at = end + 1;
        word = name.toString();
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c > 127;
    }
}
