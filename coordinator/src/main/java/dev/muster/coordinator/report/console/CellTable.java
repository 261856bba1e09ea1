package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.report.CaseGrid.Row;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.report.Summary.LabelTally;
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

    /** The pass rates by label of the cases, the worst first. */
    static final class LabelTable {

        private static final int MOST = 10;

        /** Returns its lines; none when all cases with labels pass. */
        static List<String> of(List<LabelTally.Row> rows, ConsoleStyle style) {
            var rated = rows.stream().filter(row -> row.judged() > 0)
                    .sorted(Comparator.comparingDouble(LabelTable::rate)).toList();
            if (rated.stream().allMatch(row -> row.passed() == row.judged())) {
                return List.of();
            }
            var lines = new ArrayList<>(List.of("", "  Pass rate by label, worst first:"));
            rated.stream().limit(MOST).map(LabelTable::line).map(line -> Columns.cut(line, style.width()))
                    .forEach(lines::add);
            if (rated.size() > MOST) {
                lines.add("    … and " + (rated.size() - MOST) + " more; -o report.json has all of them");
            }
            return lines;
        }

        private static double rate(LabelTally.Row row) {
            return (double) row.passed() / row.judged();
        }

        private static String line(LabelTally.Row row) {
            return "  %9s  %s (%d of %d)".formatted(Amounts.percent(rate(row)), Printable.line(row.label()),
                    row.passed(),
                    row.judged());
        }
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

    /** Returns the cell and repeat of a case, to follow its name; empty when it runs once. */
    static String where(CaseRef ref, Matrix matrix) {
        var cell = matrix.isWide() ? " · " + Printable.line(matrix.cells().get(ref.cell()).name()) : "";
        return cell + (matrix.repeat() > 1 || ref.repeat() > 0 ? " · repeat " + (ref.repeat() + 1) : "");
    }

    /** A table of cases and cells, in blocks of as many cells as fit; a mark for each repeat. */
    record GridLines(List<Row> rows, List<String> cells, int id, int cell, ConsoleStyle style) {

        private static final int MOST_ROWS = 200;
        private static final int MOST_MARKS = 10;
        private static final int SHORTEST_ID = 12;
        private static final int LONGEST_CELL = 24;
        private static final String GAP = "  ";

        /** @param cells names of the cells; empty for a single cell */
        static List<String> of(List<Row> rows, List<String> cells, ConsoleStyle style) {
            int id = rows.stream().mapToInt(row -> Columns.width(row.id())).max().orElse(0);
            int name = cells.stream().mapToInt(Columns::width).max().orElse(0);
            int marks = rows.stream().flatMap(row -> row.cells().values().stream()).mapToInt(Map::size).max().orElse(1);
            return new GridLines(rows, cells,
                    style.live() ? Math.min(id, Math.max(SHORTEST_ID, style.width() / 3)) : id,
                    Math.max(Math.min(marks, MOST_MARKS), style.live() ? Math.min(name, LONGEST_CELL) : name), style)
                    .lines();
        }

        private List<String> lines() {
            int all = Math.max(1, cells.size());
            int fit = style.live() ? Math.max(1, (style.width() - GAP.length() - id) / (cell + GAP.length())) : all;
            var lines = new ArrayList<String>();
            for (int from = 0; from < all; from += fit) {
                block(from, Math.min(all, from + fit), lines);
            }
            return lines;
        }

        private void block(int from, int to, List<String> lines) {
            if (!cells.isEmpty()) {
                lines.add(GAP + " ".repeat(id) + cells.subList(from, to).stream()
                        .map(each -> GAP + padded(Columns.cut(each, cell), cell)).collect(Collectors.joining())
                        .stripTrailing());
            }
            rows.stream().limit(MOST_ROWS).forEach(row -> lines.add((GAP + padded(Columns.cut(row.id(), id), id)
                    + IntStream.range(from, to).mapToObj(at -> GAP + marks(row.of(at))).collect(Collectors.joining()))
                    .stripTrailing()));
            if (rows.size() > MOST_ROWS) {
                lines.add(GAP + "… and " + (rows.size() - MOST_ROWS) + " more cases");
            }
        }

        private String marks(List<Status> statuses) {
            if (statuses.size() > MOST_MARKS) {
                return padded(statuses.stream().filter(Status.PASSED::equals).count() + "/" + statuses.size(), cell);
            }
            return statuses.stream().map(each -> Mark.of(each).in(style)).collect(Collectors.joining())
                    + " ".repeat(cell - statuses.size());
        }

        private static String padded(String text, int columns) {
            return text + " ".repeat(Math.max(0, columns - Columns.width(text)));
        }
    }
}
