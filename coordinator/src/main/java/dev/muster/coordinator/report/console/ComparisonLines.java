package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Pairing;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.ComparisonWords;
import dev.muster.coordinator.report.ComparisonWords.ChangedCases;
import dev.muster.coordinator.report.ComparisonWords.FindingRow;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.SideLines;

/** A comparison on the console. */
public final class ComparisonLines {

    /** Maximum cases of one kind to name; the files name all. */
    private static final int NAMED = 20;

    private final Comparison comparison;
    private final CaseChanges changes;
    private final Sheet sheet;

    private ComparisonLines(Comparison comparison, CaseChanges changes, ConsoleStyle style) {
        this.comparison = comparison;
        this.changes = changes;
        this.sheet = new Sheet(style);
    }

    public static List<String> of(Comparison comparison, CaseChanges changes, ConsoleStyle style) {
        var lines = new ComparisonLines(comparison, changes, style);
        for (int i = 0; i < comparison.pairings().size(); i++) {
            lines.pairing(i, comparison.pairings().get(i));
        }
        lines.sides();
        lines.notes();
        return lines.sheet.lines();
    }

    private void sides() {
        for (var side : comparison.sides()) {
            sheet.add(Columns.cut(Printable.line(side.name()), sheet.style().width()));
            var figures = comparison.figures().get(side.name());
            if (figures == null) {
                sheet.add("  no results");
            } else {
                SideLines.of(figures).forEach(line -> sheet.wrapped("  ", "    ", line));
            }
        }
    }

    private void pairing(int number, Pairing pairing) {
        sheet.wrapped("", Printable.line(ComparisonWords.title(pairing)));
        ChangedCases.of(number, pairing, changes, NAMED).forEach(this::changed);
        sheet.add("");
        sheet.wrapped("  ", Printable.line(ComparisonSentence.of(pairing)));
        sheet.wrapped("  ", "    ", ComparisonWords.judged(pairing));
        if (!pairing.findings().isEmpty()) {
            sheet.add(String.format(Locale.ROOT, "  %-9s %9s %9s  %-34s %s", "", "first", "second",
                    "difference (95 %)", "p"));
            pairing.findings().forEach(finding -> sheet.add(row(FindingRow.of(finding))));
        }
        sheet.add("");
    }

    private static String row(FindingRow row) {
        return String.format(Locale.ROOT, "  %-9s %9s %9s  %-34s %s", row.measure(), row.first(), row.second(),
                row.difference() + " (" + row.interval() + ")", row.p());
    }

    private void changed(ChangedCases cases) {
        sheet.add("  " + cases.title());
        for (var change : cases.named()) {
            var cause = ChangedCases.cause(change);
            var lead = "    " + ChangedCases.tries(change);
            sheet.add(lead + Columns.cut(Printable.line(change.key()),
                    sheet.style().width() - Columns.width(lead) - Columns.width(cause)) + cause);
            if (change.reason() != null) {
                sheet.add("      " + Paint.GREY.on(Columns.cut(Printable.line(change.reason()),
                        sheet.style().width() - 6), sheet.style()));
            }
        }
        cases.rest().forEach(rest -> sheet.add("    " + rest));
    }

    private void notes() {
        sheet.add("");
        if (!comparison.isEmpty()) {
            sheet.wrapped("", ComparisonWords.method(comparison));
        }
        if (comparison.gate() != null) {
            sheet.wrapped("", Paint.RED.on("Gate failed: " + comparison.gate(), sheet.style()));
        }
    }
}
