package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.LabelTally;
import dev.muster.coordinator.report.Printable;

/** The pass rates by label of the cases, the worst first. */
final class LabelTable {

    private static final int MOST = 10;

    /** Returns its lines; none when all cases with labels pass. */
    static List<String> of(List<LabelTally.Row> rows, ConsoleStyle style) {
        var rated = rows.stream().filter(row -> row.judged() > 0)
                .sorted(Comparator.comparingDouble(LabelTable::rate)).toList();
        if (rated.stream().allMatch(row -> row.passed() == row.judged())) {
            return List.of();
        }
        var lines = new ArrayList<>(List.of("", "  Pass rate by label, worst first:"));
        rated.stream().limit(MOST).map(LabelTable::line).map(line -> Columns.cut(line, style.width()))
                .forEach(lines::add);
        if (rated.size() > MOST) {
            lines.add("    … and " + (rated.size() - MOST) + " more; -o report.json has all of them");
        }
        return lines;
    }

    private static double rate(LabelTally.Row row) {
        return (double) row.passed() / row.judged();
    }

    private static String line(LabelTally.Row row) {
        return "  %9s  %s (%d of %d)".formatted(Amounts.percent(rate(row)), Printable.line(row.label()),
                row.passed(),
                row.judged());
    }
}
