package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.Matrix;

/** The table of a run's cells with their counts. */
final class CellTable {

    private static final String INDENT = "  ";
    private static final int FIGURES = 6;
    private static final int FIGURE = 11;
    private static final int SHORTEST_NAME = 12;

    private final List<String> names;
    private final List<Summary> cells;
    private final ConsoleStyle style;
    private final int name;

    private CellTable(Matrix matrix, List<Summary> cells, ConsoleStyle style) {
        this.names = matrix.cells().stream().map(cell -> Printable.line(cell.name())).toList();
        this.cells = cells;
        this.style = style;
        int longest = names.stream().mapToInt(Columns::width).max().orElse(0);
        int room = style.width() - INDENT.length() - FIGURES * FIGURE;
        this.name = Math.max(SHORTEST_NAME, style.live() ? Math.min(longest, room) : longest);
    }

    /** @param cells by cell number */
    static List<String> of(Matrix matrix, List<Summary> cells, ConsoleStyle style) {
        return new CellTable(matrix, cells, style).lines();
    }

    private List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(line("Cell", List.of("Passed", "Failed", "Flaky", "Errors", "No verdict", "Pass rate")));
        for (int i = 0; i < cells.size(); i++) {
            lines.add(line(names.get(i), figures(cells.get(i))));
        }
        return lines;
    }

    /**
     * Returns the figures of a cell. The rate covers only what is the agent's doing, which errors are not. When repeats
     * stop at a failure, the share of passed results is misleading.
     */
    private static List<String> figures(Summary cell) {
        int passed = cell.count(Status.PASSED);
        int judged = cell.inRates();
        boolean stopped = cell.causes(Status.SKIPPED).containsKey(Cause.DECIDED);
        int none = cell.count(Status.SKIPPED) + cell.count(Status.CANCELLED);
        return List.of(String.valueOf(passed), String.valueOf(cell.count(Status.FAILED)),
                String.valueOf(cell.count(Status.FLAKY)), String.valueOf(cell.count(Status.ERROR)),
                String.valueOf(none),
                judged == 0 || stopped ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * passed / judged));
    }

    private String line(String first, List<String> figures) {
        var shown = style.live() ? Columns.cut(first, name) : first;
        var line = new StringBuilder(INDENT).append(shown).append(" ".repeat(name - Columns.width(shown)));
        figures.forEach(figure -> line.append(" ".repeat(FIGURE - figure.length())).append(figure));
        return line.toString();
    }
}
