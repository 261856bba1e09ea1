package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
import dev.muster.coordinator.analysis.comparison.Finding;

/** The finding about one measure, in words: a table row in every form of a comparison. */
public record FindingRow(String measure, String cases, String first, String second, String difference, String interval,
        String p) {

    /** Headings of the columns; the first column has none. */
    public static final List<String> HEADINGS = List.of("", "Cases", "First", "Second", "Difference", "95 %", "p");

    public static FindingRow of(Finding finding) {
        var measure = finding.measure();
        return new FindingRow(ComparisonWords.of(measure), Amounts.whole(finding.cases()),
                Amounts.of(measure, finding.first()), Amounts.of(measure, finding.second()),
                Amounts.difference(measure, finding.difference()),
                Amounts.difference(measure, finding.interval().low()) + " to "
                        + Amounts.difference(measure, finding.interval().high()),
                ComparisonSentence.p(finding.corrected()) + (finding.significant() ? " *" : ""));
    }

    public List<String> columns() {
        return List.of(measure, cases, first, second, difference, interval, p);
    }
}
