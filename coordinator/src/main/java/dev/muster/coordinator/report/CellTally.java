package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Shape;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/**
 * Counts the results of one cell as they stream by: an agent over a connector, or the targets that the cases name.
 * {@link CellFigures} are computed from it, or from the counts of the database.
 */
public final class CellTally {

    private static final int MOST_TARGETS = 3;

    private final int number;
    private final Summary summary = new Summary();
    private final Repeats repeats = new Repeats();
    private final DurationSamples working = new DurationSamples();
    private final DurationSamples firstEvents = new DurationSamples();
    private final TreeSet<String> targets = new TreeSet<>();
    private Shape shape = Shape.PLAIN;
    private Paid paid = Paid.NOTHING;
    private double score;
    private long scored;

    CellTally(int number) {
        this.number = number;
    }

    void add(StoredCase stored) {
        var result = stored.result();
        summary.add(result);
        shape = shape.and(new Shape(stored.ref().repeat() > 0, false, result.verdict().cause() == Cause.DECIDED));
        if (targets.size() <= MOST_TARGETS && (stored.attempt() > 0 || targets.isEmpty())) {
            targets.add(result.identity().connector() == null ? result.identity().agent()
                    : result.identity().agent() + " / " + result.identity().connector());
        }
        repeats.add(stored);
        if (stored.attempt() > 0 && result.verdict().status() != Status.SKIPPED) {
            measured(result);
        }
        var given = result.score();
        if (given != null) {
            score += given;
            scored++;
        }
        paid = paid.plus(Paid.of(stored));
    }

    private void measured(CaseResult result) {
        working.add(result.timing().workingMs());
        if (result.timing().firstEventMs() >= 0) {
            firstEvents.add(result.timing().firstEventMs());
        }
    }

    public int number() {
        return number;
    }

    /** Returns the targets in its results, for a cell without a name. */
    public String targets() {
        return targets.size() > MOST_TARGETS ? String.join(", ", targets.headSet(targets.last())) + ", …"
                : String.join(", ", targets);
    }

    public Summary summary() {
        return summary;
    }

    public CellFigures figures() {
        return new CellFigures(number, shape, summary.counts(), repeats.outcomes(), repeats.whole(), meanScore(),
                paid,
                working.spread(), firstEvents.spread());
    }

    private @Nullable Double meanScore() {
        return scored == 0 ? null : Double.valueOf(score / scored);
    }
}
