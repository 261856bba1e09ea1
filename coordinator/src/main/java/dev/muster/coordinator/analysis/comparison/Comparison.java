package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.figures.CellFigures;
import org.jspecify.annotations.Nullable;

/**
 * A whole comparison, except for the cases by name.
 *
 * @param sides in the order in which they were named
 * @param figures of each side, by its name; a side without results has none
 * @param gate why the gate fails; null when it does not, or was not checked
 */
public record Comparison(List<Side> sides, Map<String, CellFigures> figures, List<Pairing> pairings,
        @Nullable String gate) {

    /** Whether no measure could be compared. */
    public boolean isEmpty() {
        return pairings.stream().allMatch(pairing -> pairing.findings().isEmpty());
    }

    /** Returns the number of tests for which p-values are corrected. */
    public long questions() {
        return pairings.stream().mapToLong(pairing -> pairing.findings().stream().filter(Finding::isQuestion).count())
                .sum();
    }

    /** Returns how many of them were of quality; the others are a family of their own. */
    public long questionsOfQuality() {
        return pairings.stream().flatMap(pairing -> pairing.findings().stream())
                .filter(finding -> finding.isQuestion() && finding.measure().quality()).count();
    }
}
