package dev.muster.coordinator.report;

import dev.muster.coordinator.comparison.Amounts;
import dev.muster.coordinator.comparison.Change.Kind;
import dev.muster.coordinator.comparison.Comparer.Changes;
import dev.muster.coordinator.comparison.Comparison;
import dev.muster.coordinator.comparison.Finding;
import dev.muster.coordinator.comparison.Pairing;
import dev.muster.coordinator.comparison.Sentence;
import java.util.List;
import java.util.Locale;

/** A comparison on the console. */
public final class ComparisonLines {

    /** Cases of one kind that are named; the files name all. */
    private static final int NAMED = 20;

    private final Comparison comparison;
    private final Changes changes;
    private final Sheet sheet;

    private ComparisonLines(Comparison comparison, Changes changes, ConsoleStyle style) {
        this.comparison = comparison;
        this.changes = changes;
        this.sheet = new Sheet(style);
    }

    public static List<String> of(Comparison comparison, Changes changes, ConsoleStyle style) {
        var lines = new ComparisonLines(comparison, changes, style);
        lines.sides();
        for (int i = 0; i < comparison.pairings().size(); i++) {
            lines.pairing(i, comparison.pairings().get(i));
        }
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
        sheet.add("");
        sheet.wrapped("", Printable.line(ComparisonWords.title(pairing)));
        sheet.wrapped("  ", Printable.line(Sentence.of(pairing)));
        var counts = pairing.counts();
        sheet.wrapped("  ", "    ", Amounts.whole(counts.judged()) + " of " + Amounts.whole(counts.both())
                + " common cases judged on both sides");
        if (!pairing.findings().isEmpty()) {
            sheet.add(String.format(Locale.ROOT, "  %-9s %9s %9s  %-32s %9s", "", "first", "second",
                    "difference (95 %)", "p"));
            pairing.findings().forEach(finding -> sheet.add(row(finding)));
        }
        for (var kind : Kind.values()) {
            named(number, kind, counts.of(kind));
        }
    }

    private static String row(Finding finding) {
        var measure = finding.measure();
        var difference = Amounts.difference(measure, finding.difference()) + " ("
                + Amounts.difference(measure, finding.interval().low()) + " to "
                + Amounts.difference(measure, finding.interval().high()) + ")";
        return String.format(Locale.ROOT, "  %-9s %9s %9s  %-32s %9s%s", ComparisonWords.of(measure),
                Amounts.of(measure, finding.first()), Amounts.of(measure, finding.second()), difference,
                Sentence.p(finding.corrected()), finding.significant() ? " *" : "");
    }

    private void named(int number, Kind kind, long of) {
        if (of == 0) {
            return;
        }
        var words = kind.words();
        sheet.add("  " + words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ": "
                + Amounts.whole(of));
        for (var change : changes.after(number, kind, "", NAMED)) {
            var cause = change.cause() == null ? "" : " (" + change.cause().replace('_', ' ') + ")";
            sheet.add("    " + Columns.cut(Printable.line(change.key()),
                    sheet.style().width() - 4 - Columns.width(cause)) + cause);
        }
        if (of > NAMED) {
            sheet.add("    and " + Amounts.whole(of - NAMED) + " more");
        }
    }

    private void notes() {
        sheet.add("");
        if (comparison.questions() > 0) {
            sheet.wrapped("", ComparisonWords.method(comparison));
        }
        if (comparison.gate() != null) {
            sheet.wrapped("", Paint.RED.on("Gate: " + comparison.gate(), sheet.style()));
        }
    }
}
