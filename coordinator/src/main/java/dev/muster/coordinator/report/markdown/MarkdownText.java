package dev.muster.coordinator.report.markdown;

import dev.muster.coordinator.report.Printable;

/** Escapes external text for Markdown: shown literally, without mentioning any user. */
final class MarkdownText {

    private static final String MARKS = "\\`*_[]<>|~&@$";

    private MarkdownText() {}

    static String of(String text) {
        var line = Printable.line(text);
        var shown = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (MARKS.indexOf(c) >= 0 || isBeforeLink(c, i + 1 < line.length() ? line.charAt(i + 1) : ' ')) {
                shown.append("&#").append((int) c).append(';');
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    static String code(String text) {
        return "<code>" + of(text) + "</code>";
    }

    /** Whether a link may start here: URLs and issue numbers become links automatically. */
    private static boolean isBeforeLink(char c, char next) {
        return (c == ':' && next == '/') || (c == '#' && Character.isDigit(next));
    }
}
