package dev.muster.coordinator.report;

import dev.muster.common.result.AssertionResult;

/** An assertion with its mark, and below it what was found. */
final class AssertionLines {

    private AssertionLines() {}

    static void write(Sheet sheet, String indent, AssertionResult assertion) {
        sheet.marked(indent, Mark.ofAssertion(assertion.passed()),
                Printable.line(AssertionLabel.of(assertion.assertion())));
        if (assertion.reason() != null) {
            sheet.wrapped(indent + "  ", Printable.line(assertion.reason()));
        }
    }
}
