package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.StartedRun;

/** The table of a run's cells with their counts. */
record CellTable(List<Summary> cells, ConsoleStyle style, int name) {

    private static final String INDENT = "  ";
    private static final int FIGURES = 6;
    private static final int FIGURE = 11;
    private static final int SHORTEST_NAME = 12;

    /** @param cells by cell number */
    static List<String> of(Matrix matrix, List<Summary> cells, ConsoleStyle style) {
        var names = matrix.cells().stream().map(cell -> Printable.line(cell.name())).toList();
        int longest = names.stream().mapToInt(Columns::width).max().orElse(0);
        int room = style.width() - INDENT.length() - FIGURES * FIGURE;
        return new CellTable(cells, style, Math.max(SHORTEST_NAME, style.live() ? Math.min(longest, room) : longest))
                .lines(names);
    }

    private List<String> lines(List<String> names) {
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
                judged == 0 || stopped ? "-" : Amounts.percent((double) passed / judged));
    }

    private String line(String first, List<String> figures) {
        var shown = style.live() ? Columns.cut(first, name) : first;
        var line = new StringBuilder(INDENT).append(shown).append(" ".repeat(name - Columns.width(shown)));
        figures.forEach(figure -> line.append(" ".repeat(FIGURE - figure.length())).append(figure));
        return line.toString();
    }

    /** Returns {@code 12 test cases}, with the number of results when each runs several times. */
    static String size(StartedRun run) {
        var matrix = run.matrix();
        if (!matrix.isWide() && matrix.repeat() == 1) {
            return run.results() + (run.results() == 1 ? " test case" : " test cases");
        }
        return run.results() + " results" + (matrix.isWide() ? " in " + matrix.cells().size() + " cells" : "")
                + (matrix.repeat() == 1 ? "" : ", " + matrix.repeat() + " repeats");
    }

    /** Returns {@code  (2 cases × 5 repeats)}; empty where that is not the number of results, or each case ran once. */
    static String product(int cases, Matrix matrix, int results) {
        int cells = matrix.isWide() ? matrix.cells().size() : 1;
        if (cells * matrix.repeat() == 1 || (long) cases * cells * matrix.repeat() != results) {
            return "";
        }
        return " (" + cases + (cases == 1 ? " case" : " cases") + (cells == 1 ? "" : " × " + cells + " cells")
                + (matrix.repeat() == 1 ? "" : " × " + matrix.repeat() + " repeats") + ")";
    }

    /** Returns the cell and repeat of a case, to follow its name; empty when it runs once. */
    static String where(CaseRef ref, Matrix matrix) {
        var cell = matrix.isWide() ? " · " + Printable.line(matrix.cells().get(ref.cell()).name()) : "";
        return cell + (matrix.repeat() > 1 || ref.repeat() > 0 ? " · repeat " + (ref.repeat() + 1) : "");
    }
}
