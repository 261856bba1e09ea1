package dev.muster.coordinator.report.console;

import dev.muster.coordinator.report.Columns;
import java.util.ArrayList;
import java.util.List;

/** Lines being written, as wide as the console. Text from outside is made printable by who brings it. */
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

    /** Broken at the width; the first line begins otherwise than those that follow. */
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

    /** One line that begins with a mark, cut at the width. */
    void marked(String indent, Mark mark, String text) {
        lines.add(indent + mark.in(style) + " " + Columns.cut(text, style.width() - Columns.width(indent) - 2));
    }
}
