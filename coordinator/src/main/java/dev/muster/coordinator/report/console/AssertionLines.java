package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.assertion.Check;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AssertionResult.Difference;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An assertion with its mark, and its findings below. */
final class AssertionLines {

    private AssertionLines() {}

    static void write(Sheet sheet, String indent, AssertionResult assertion) {
        sheet.marked(indent, Mark.of(assertion), Printable.line(assertion.assertion().label()));
        var below = assertion.error() == null ? assertion.reason() : assertion.error();
        if (below != null) {
            sheet.wrapped(indent + "  ", Printable.line(below));
        } else if (sheet.isVerbose()) {
            ScoreText.of(assertion).ifPresent(text -> sheet.wrapped(indent + "  ", text));
        }
        if (assertion.assertion().check() instanceof Check.Snapshot && assertion.evidence() != null) {
            assertion.evidence().differences().forEach(each -> difference(sheet, indent + "  ", each));
        }
    }

    private static void difference(Sheet sheet, String indent, Difference difference) {
        sheet.wrapped(indent, "recorded (-) and found (+):");
        difference(sheet, indent, Paint.RED, "-", difference.expected());
        difference(sheet, indent, Paint.GREEN, "+", difference.found());
    }

    private static void difference(Sheet sheet, String indent, Paint paint, String sign, @Nullable JsonNode lines) {
        if (lines == null) {
            return;
        }
        int columns = sheet.style().width() - Columns.width(indent) - 2;
        for (var line : Printable.text(lines.asString()).split("\n", -1)) {
            var begin = sign;
            for (var part : line.isEmpty() ? List.of("") : Columns.wrap(line, columns)) {
                sheet.add(indent + paint.on((begin + " " + part).stripTrailing(), sheet.style()));
                begin = " ";
            }
        }
    }

    /** Returns {@code 1/3 passed}, and how many were not judged. */
    static String counts(List<AssertionResult> assertions) {
        long passed = assertions.stream().filter(AssertionResult::passed).count();
        long broken = assertions.stream().filter(assertion -> assertion.error() != null).count();
        return passed + "/" + assertions.size() + " passed" + (broken == 0 ? "" : ", " + broken + " without a verdict");
    }

    /** Whether an assertion gives this error as the reason why it was not judged. */
    static boolean tell(List<AssertionResult> assertions, String error) {
        return assertions.stream().anyMatch(assertion -> error.equals(assertion.error()));
    }
}
