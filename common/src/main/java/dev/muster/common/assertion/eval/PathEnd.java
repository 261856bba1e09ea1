package dev.muster.common.assertion.eval;

import module java.base;

/** Finds paths that json-path takes although it drops their end. */
final class PathEnd {

    private static final String CLOSING = "])*";
    private static final String TOO_EARLY = "it ends too early";

    private PathEnd() {}

    /** Returns what is wrong with the end of a path; empty for nothing. */
    static Optional<String> trouble(String source) {
        var path = source.strip();
        if (path.endsWith("[")) {
            return Optional.of(TOO_EARLY);
        }
        int open = open(path);
        if (open != 0) {
            return Optional.of(open > 0 ? TOO_EARLY : "it closes a bracket that it does not open");
        }
        char last = path.charAt(path.length() - 1);
        return path.length() > 1 && CLOSING.indexOf(path.charAt(path.length() - 2)) >= 0 && CLOSING.indexOf(last) < 0
                ? Optional.of("its last character belongs to no step") : Optional.empty();
    }

    /** Returns how many brackets are open at the end, outside quotes; negative when one closes too many. */
    private static int open(String path) {
        int open = 0;
        char quote = 0;
        for (int at = 0; at < path.length() && open >= 0; at++) {
            char c = path.charAt(at);
            if (c == '\\') {
                at++;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else {
                open += "[(".indexOf(c) >= 0 ? 1 : "])".indexOf(c) >= 0 ? -1 : 0;
            }
        }
        return quote == 0 ? open : 0;
    }
}
