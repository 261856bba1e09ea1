package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.CaseGrid;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.StreamResultWriter;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.StoredCase;

/**
 * Writes a summary in Markdown, within GitHub's limit for a step: the verdict, a table of cells, failures by reason.
 */
public final class MarkdownResults extends StreamResultWriter {

    private static final int MOST_CASES = 10;
    /** Characters of an agent's instructions. */
    private static final int LONGEST = 2_000;
    /** Maximum bytes; GitHub accepts 1 MiB per step, and what follows the groups needs a little. */
    private static final int MOST = 900_000;
    private static final int MOST_ROWS = 100;

    private final FailureGroups failures = new FailureGroups(MOST_CASES);
    private final CaseGrid grid = new CaseGrid();
    private final MutedCases muted = new MutedCases(MOST_CASES);

    public MarkdownResults(OutputStream out) {
        super(out);
    }

    @Override
    public void write(List<StoredCase> batch) {
        batch.forEach(failures::add);
        batch.forEach(muted::add);
        if (head.expected() <= CaseGrid.MOST) {
            batch.forEach(grid::add);
        }
    }

    @Override
    public void end(RunEnd end) throws IOException {
        var names = RunJson.names(head, end.tally());
        var text = new StringBuilder(MarkdownSummary.of(head, end)).append(MarkdownNews.of(end)).append(table(names));
        var quiet = MarkdownGroup.of(muted, names);
        int written = bytes(text) + bytes(quiet);
        int left = 0;
        for (var group : failures.groups()) {
            var told = MarkdownGroup.of(group, names);
            written += bytes(told);
            if (written > MOST) {
                left++;
            } else {
                text.append(told);
            }
        }
        if (left > 0) {
            text.append("\n… and ").append(left).append(" more groups, which do not fit here.\n");
        }
        var labels = head.about().labels().isEmpty() ? "" : MarkdownText.of(head.about().labelsShown()) + " · ";
        head.instructions().forEach((agent, instructions) -> text.append("\n<details><summary>Instructions of ")
                .append(MarkdownText.of(agent)).append("</summary>")
                .append(MarkdownText.of(Printable.beginning(instructions, LONGEST)))
                .append("</details>\n"));
        text.append(quiet).append("\n<sub>run ").append(MarkdownText.of(head.run())).append(" · ").append(labels)
                .append(head.reruns().isEmpty() ? ""
                        : MarkdownText.of("with its re-runs " + String.join(", ", head.reruns())) + " · ")
                .append(MarkdownText.code("muster report " + head.run() + " -v")).append(" shows everything</sub>\n");
        text(text.toString());
        out.flush();
    }

    /** Returns the cases that did not pass everywhere, by cell and repeat; empty when each ran once. */
    private String table(Map<Integer, String> names) {
        var rows = grid.rows().stream().filter(row -> !row.isPassed()).toList();
        if (rows.isEmpty() || (names.size() < 2
                && rows.stream().allMatch(row -> row.cells().values().stream().allMatch(each -> each.size() == 1)))) {
            return "";
        }
        var cells = new TreeMap<>(names.isEmpty() ? Map.of(0, "") : names);
        var text = new StringBuilder("\n| Not passed everywhere |");
        cells.values().forEach(name -> text.append(' ').append(MarkdownText.of(name)).append(" |"));
        text.append("\n|---|").append("---|".repeat(cells.size())).append('\n');
        rows.stream().limit(MOST_ROWS).forEach(row -> {
            text.append("| ").append(MarkdownText.of(row.id())).append(" |");
            cells.keySet().forEach(cell -> text.append(' ').append(row.of(cell).stream()
                    .map(MarkdownResults::mark).collect(Collectors.joining())).append(" |"));
            text.append('\n');
        });
        return rows.size() <= MOST_ROWS ? text.toString()
                : text.append("\n… and ").append(rows.size() - MOST_ROWS).append(" more cases\n").toString();
    }

    private static String mark(Status status) {
        return switch (status) {
            case PASSED -> "✓";
            case FAILED -> "✗";
            case ERROR -> "!";
            case FLAKY -> "&#126;";
            case SKIPPED -> "○";
            case CANCELLED -> "–";
        };
    }

    private static int bytes(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
