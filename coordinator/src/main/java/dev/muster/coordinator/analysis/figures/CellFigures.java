package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one cell of a run.
 *
 * @param shape what matters for pairing cases
 * @param counts for each status and cause that occurs
 * @param outcomes of the cases, over repeats that are in the rates
 * @param whole the same without cases whose repeats were stopped early, which pass@k and pass^k must leave out
 * @param score mean of all scores; null when there is none
 * @param working duration of cases that were not skipped, without waiting for limits; null when none was begun
 * @param firstEvent time to the last call's first event; null when there was none, or when not requested
 */
public record CellFigures(int cell, Shape shape, List<Count> counts, CaseOutcomes outcomes, CaseOutcomes whole,
        @Nullable Double score, Paid paid, @Nullable Spread working, @Nullable Spread firstEvent) {

    public PassFigures pass() {
        return new PassFigures(outcomes, whole, shape.stopped());
    }

    public long results() {
        return counts.stream().mapToLong(Count::results).sum();
    }

    public long count(Status status) {
        return counts.stream().filter(count -> count.status() == status).mapToLong(Count::results).sum();
    }

    public List<Count> beside() {
        return counts.stream().filter(count -> !count.cause().inRates()).toList();
    }
}
