package dev.muster.coordinator.run;

import dev.muster.common.model.TestCase;
import java.util.List;
import java.util.Objects;

/**
 * In which cells a run asks its cases, and how often in each.
 *
 * @param cells at least one; the index is the cell's number
 * @param repeat of a case that does not say itself
 * @param stopRepeats no more repeats of a case in a cell once it is certain that not all of them pass
 */
public record Matrix(List<Cell> cells, int repeat, boolean stopRepeats) {

    /** Every case once, as it says. */
    public static final Matrix ONCE = new Matrix(List.of(Cell.OWN), 1, false);

    public Matrix {
        cells = List.copyOf(Objects.requireNonNullElse(cells, List.of()));
        cells = cells.isEmpty() ? List.of(Cell.OWN) : cells;
        repeat = Math.max(1, repeat);
    }

    /** How often a case is run in each cell. */
    public int repeats(TestCase testCase) {
        var own = testCase.limits().repeat();
        return own == null ? repeat : own;
    }

    /** For people, by number; empty where there is only one. */
    public List<String> cellNames() {
        return isWide() ? cells.stream().map(Cell::name).toList() : List.of();
    }

    /** Whether there is more than one cell. */
    public boolean isWide() {
        return cells.size() > 1;
    }
}
