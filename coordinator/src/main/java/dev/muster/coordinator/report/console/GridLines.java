package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.CaseGrid.Row;
import dev.muster.coordinator.report.Columns;

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
