package dev.muster.coordinator.report.console;

import dev.muster.common.result.CaseResult;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;

/** The line with a case's id and name. */
final class Heading {

    private Heading() {}

    /**
     * @param sign one column, perhaps coloured
     * @param tail the part that is not cut when a terminal is too narrow for the name
     */
    static void write(Sheet sheet, String sign, CaseResult result, String tail) {
        var style = sheet.style();
        var id = "[" + Printable.line(result.identity().id()) + "]";
        var name = result.identity().title() == null ? "" : " " + Printable.line(result.identity().title());
        int left = style.width() - Columns.width("  " + id + tail);
        var shown = style.live() ? Columns.cut(name, left) : name;
        sheet.add(sign + " " + id + shown + (tail.isEmpty() ? "" : Paint.GREY.on(tail, style)));
    }
}
