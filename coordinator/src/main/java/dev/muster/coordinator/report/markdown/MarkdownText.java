package dev.muster.coordinator.report.markdown;

import dev.muster.coordinator.report.Printable;

/** Text from outside as Markdown may have it: shown as it is, whatever it looks like, and calling nobody by name. */
final class MarkdownText {

    private static final String MARKS = "\\`*_[]<>|~&@$";

    private MarkdownText() {}

    /** In one line. */
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

    /** In the type of code, such as a path. */
    static String code(String text) {
        return "<code>" + of(text) + "</code>";
    }

    /** Addresses and numbers of issues become links by themselves. */
    private static boolean isBeforeLink(char c, char next) {
        return (c == ':' && next == '/') || (c == '#' && Character.isDigit(next));
    }
}
