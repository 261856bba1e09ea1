package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.run.StoredCase;

/** The figures of a run, counted as its results stream by. Not thread-safe. */
public final class RunTally {

    private final Summary summary = new Summary();
    private final TreeMap<Integer, CellTally> cells = new TreeMap<>();

    public void add(StoredCase stored) {
        summary.add(stored.result());
        cells.computeIfAbsent(stored.ref().cell(), CellTally::new).add(stored);
    }

    public Summary summary() {
        return summary;
    }

    public Paid paid() {
        return cells.values().stream().map(cell -> cell.figures().paid()).reduce(Paid.NOTHING, Paid::plus);
    }

    public Collection<CellTally> cells() {
        return Collections.unmodifiableCollection(cells.values());
    }
}
