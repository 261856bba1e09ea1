package dev.muster.coordinator.run;

import module java.base;

/**
 * The cells in which a run plays its cases, and how often in each.
 *
 * @param cells at least one; the index is the cell's number
 * @param repeat for cases that do not set their own
 * @param stopRepeats whether the repeats of a case in a cell end once it is certain that not all of them pass
 */
public record Matrix(List<Cell> cells, int repeat, boolean stopRepeats) {

    /** Every case once, with the case's own agent and connector. */
    public static final Matrix ONCE = new Matrix(List.of(Cell.OWN), 1, false);

    public Matrix {
        cells = List.copyOf(Objects.requireNonNullElse(cells, List.of()));
        cells = cells.isEmpty() ? List.of(Cell.OWN) : cells;
        repeat = Math.max(1, repeat);
    }

    /** Returns the cells' names for human users, by number; empty if there is only one. */
    public List<String> cellNames() {
        return isWide() ? cells.stream().map(Cell::name).toList() : List.of();
    }

    public boolean isWide() {
        return cells.size() > 1;
    }
}
