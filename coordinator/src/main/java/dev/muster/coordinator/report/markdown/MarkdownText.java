package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.coordinator.report.Printable;

/** Escapes external text for Markdown: shown literally, without links, and without mentioning people or issues. */
final class MarkdownText {

    private static final String MARKS = "\\`*_[]<>|~&@$";
    static String of(String text) {
        return literal(AutoLinks.broken(Printable.line(text)));
    }

    /** Escapes what stands in {@code <pre>} or {@code <code>}, where nothing becomes a link. */
    private static String verbatim(String text) {
        return literal(Printable.line(text));
    }

    private static String literal(String line) {
        var shown = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean inWord = c == '_' && i > 0 && i + 1 < line.length() && Character.isLetterOrDigit(line.charAt(i - 1))
                    && Character.isLetterOrDigit(line.charAt(i + 1));
            if ((MARKS.indexOf(c) >= 0 && !inWord)
                    || isBeforeLink(c, i + 1 < line.length() ? line.charAt(i + 1) : ' ')) {
                shown.append("&#").append((int) c).append(';');
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    /** Returns text of several lines behind a summary that opens it, on one line. */
    static String folded(String summary, String text) {
        return "<details><summary>" + summary + "</summary><pre>"
                + text.lines().map(MarkdownText::verbatim).collect(Collectors.joining("&#10;")) + "</pre></details>";
    }

    static String code(String text) {
        return "<code>" + verbatim(text) + "</code>";
    }

    /** Whether a link may start here: URLs and issue numbers become links automatically. */
    private static boolean isBeforeLink(char c, char next) {
        return (c == ':' && next == '/') || (c == '#' && Character.isDigit(next));
    }
}
