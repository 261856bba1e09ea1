package dev.muster.coordinator.analysis.figures;

import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one cell of a run.
 *
 * @param shape what there is to be reckoned with when cases are paired
 * @param counts of every status and cause that there is
 * @param outcomes of the cases, over repeats that are in the rates
 * @param whole the same without cases whose repeats were stopped early, which pass@k and pass^k must leave out
 * @param score mean of all that have one; null when none has
 * @param working how long cases that were not skipped took without waiting for limits; null when none was begun
 * @param firstEvent how long the last call's first event took; null when none came, or nobody asked
 */
public record CellFigures(int cell, Shape shape, List<Count> counts, CaseOutcomes outcomes, CaseOutcomes whole,
        @Nullable Double score, Paid paid, @Nullable Spread working, @Nullable Spread firstEvent) {

    public CellFigures {
        counts = List.copyOf(counts);
    }

    public PassFigures pass() {
        return new PassFigures(outcomes, whole, shape.stopped());
    }

    public long results() {
        return counts.stream().mapToLong(Count::results).sum();
    }

    public long count(Status status) {
        return counts.stream().filter(count -> count.status() == status).mapToLong(Count::results).sum();
    }

    /** What is in no rate, by status and cause. */
    public List<Count> beside() {
        return counts.stream().filter(count -> !count.cause().inRates()).toList();
    }
}
