package dev.muster.coordinator.analysis.figures;

import dev.muster.coordinator.analysis.statistics.CaseOutcomes;

/**
 * How often the cases of one cell passed.
 *
 * @param outcomes over repeats that are in the rates
 * @param whole the same without cases whose repeats were stopped early, which pass@k and pass^k must leave out
 * @param stopped repeats of some case were
 */
public record PassFigures(CaseOutcomes outcomes, CaseOutcomes whole, boolean stopped) {

    /** What the pass rate is of: results; where repeats were stopped, cases by whether all their tries passed. */
    public CaseOutcomes rated() {
        return stopped ? outcomes.verdicts() : outcomes;
    }
}
