package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.coordinator.report.Columns;

/** Collects lines that fit the console's width. Callers must make external text printable. */
final class Sheet {

    private final ConsoleStyle style;
    private final List<String> lines = new ArrayList<>();

    Sheet(ConsoleStyle style) {
        this.style = style;
    }

    ConsoleStyle style() {
        return style;
    }

    boolean isVerbose() {
        return style.detail() == ConsoleStyle.Detail.VERBOSE;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    int size() {
        return lines.size();
    }

    void add(String line) {
        lines.add(line);
    }

    /** Writes wrapped text; the first line begins differently from the others. */
    void wrapped(String first, String next, String text) {
        var begin = first;
        for (var line : Columns.wrap(text, style.width() - Math.max(Columns.width(first), Columns.width(next)))) {
            lines.add(line.isBlank() ? begin.stripTrailing() : begin + line);
            begin = next;
        }
    }

    void wrapped(String indent, String text) {
        wrapped(indent, indent, text);
    }

    /** Writes one line with a mark, cut at the width. */
    void marked(String indent, Mark mark, String text) {
        lines.add(indent + mark.in(style) + " " + Columns.cut(text, style.width() - Columns.width(indent) - 2));
    }
}
