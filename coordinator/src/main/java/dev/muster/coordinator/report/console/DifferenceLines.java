package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.AssertionResult.Difference;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A diff of two texts: recorded lines and actual lines. */
final class DifferenceLines {

    private static final int SIGN = 2;

    private DifferenceLines() {}

    static void write(Sheet sheet, String indent, Difference difference) {
        sheet.wrapped(indent, "recorded (-) and found (+):");
        write(sheet, indent, Paint.RED, "-", difference.expected());
        write(sheet, indent, Paint.GREEN, "+", difference.found());
    }

    private static void write(Sheet sheet, String indent, Paint paint, String sign, @Nullable JsonNode lines) {
        if (lines == null) {
            return;
        }
        for (var line : Printable.text(lines.asString()).split("\n", -1)) {
            var begin = sign;
            for (var part : wrapped(sheet, indent, line)) {
                sheet.add(indent + paint.on((begin + " " + part).stripTrailing(), sheet.style()));
                begin = " ";
            }
        }
    }

    private static List<String> wrapped(Sheet sheet, String indent, String line) {
        return line.isEmpty() ? List.of("")
                : Columns.wrap(line, sheet.style().width() - Columns.width(indent) - SIGN);
    }
}
