package dev.muster.coordinator.analysis.figures;

import dev.muster.coordinator.analysis.statistics.CaseOutcomes;

/**
 * The pass figures of one cell's cases.
 *
 * @param outcomes over repeats that are in the rates
 * @param whole the same without cases whose repeats were stopped early, which pass@k and pass^k must leave out
 * @param stopped whether repeats of some case were stopped early
 */
public record PassFigures(CaseOutcomes outcomes, CaseOutcomes whole, boolean stopped) {

    /** Returns results; or, where repeats were stopped, cases by whether all their tries passed. */
    public CaseOutcomes rated() {
        return stopped ? outcomes.verdicts() : outcomes;
    }
}
