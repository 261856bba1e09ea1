package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;

/** Collects lines that fit the console's width. Callers must make external text printable. */
record Sheet(ConsoleStyle style, List<String> lines) {

    Sheet(ConsoleStyle style) {
        this(style, new ArrayList<>());
    }

    /** Returns this sheet, for what is shown in full. */
    Sheet verbose() {
        return new Sheet(new ConsoleStyle(style.live(), style.colour(), style.width(), ConsoleStyle.Detail.VERBOSE),
                lines);
    }

    boolean isVerbose() {
        return style.detail() == ConsoleStyle.Detail.VERBOSE;
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

    /** Writes a case's id and name after a sign of one column; only the name is cut when a terminal is too narrow. */
    void heading(String sign, CaseResult result, String tail) {
        var id = "[" + Printable.line(result.identity().id()) + "]";
        var name = result.identity().title() == null ? "" : " " + Printable.line(result.identity().title());
        var shown = style.live() ? Columns.cut(name, style.width() - Columns.width("  " + id + tail)) : name;
        lines.add(sign + " " + id + shown + (tail.isEmpty() ? "" : Paint.GREY.on(tail, style)));
    }

    /** Writes one line with a mark, cut at the width. */
    void marked(String indent, Mark mark, String text) {
        lines.add(indent + mark.in(style) + " " + Columns.cut(text, style.width() - Columns.width(indent) - 2));
    }
}
