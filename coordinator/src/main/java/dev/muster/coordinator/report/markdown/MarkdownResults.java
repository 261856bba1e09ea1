package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.PassFigures;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.report.CaseGrid;
import dev.muster.coordinator.report.FailureGroups;
import dev.muster.coordinator.report.FailureGroups.Group;
import dev.muster.coordinator.report.FailureGroups.MutedCases;
import dev.muster.coordinator.report.FailureGroups.Said;
import dev.muster.coordinator.report.FailureGroups.Shown;
import dev.muster.coordinator.report.PaidText;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ResultWriter;
import dev.muster.coordinator.report.ResultWriter.RunEnd;
import dev.muster.coordinator.report.ResultWriter.RunHead;
import dev.muster.coordinator.report.RunTally.CellTally;
import dev.muster.coordinator.report.RunVerdict;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.SideLines;
import dev.muster.coordinator.report.Summary.LabelTally;
import dev.muster.coordinator.report.json.RunJson;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.News.Changed;
import dev.muster.coordinator.run.News.Kind;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** Writes a summary in Markdown, within GitHub's limit for a step: the verdict, a table of cells, failures by reason. */
public final class MarkdownResults extends ResultWriter.ToStream {

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
        head.instructions().forEach((agent, told) -> text.append("\n<details><summary>Instructions of ")
                .append(MarkdownText.of(agent)).append("</summary>")
                .append(MarkdownText.of(Printable.beginning(told, LONGEST)))
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

    /** Cases that did not pass for the same reason, below that reason. */
    static final class MarkdownGroup {

        private static final int LONGEST_LABEL = 80;

        /** @param cells names of the cells; empty for a single cell */
        static String of(Group group, Map<Integer, String> cells) {
            var text = new StringBuilder("\n### ").append(cause(group.cause())).append(": ")
                    .append(MarkdownText
                            .of(group.shown().stream().findFirst().map(Shown::reason).orElse(group.message())))
                    .append(" (").append(group.size()).append(")\n\n");
            return text.append(lines(group.shown(), group.more(), cells, group.size() > 1)).toString();
        }

        static String of(MutedCases muted, Map<Integer, String> cells) {
            return muted.size() == 0 ? "" : "\n### Muted, so that they decide nothing (" + muted.size() + ")\n\n"
                    + lines(muted.shown(), muted.size() - muted.shown().size(), cells, true);
        }

        private static String lines(List<Shown> shown, int more, Map<Integer, String> cells, boolean withReasons) {
            var text = new StringBuilder();
            shown.forEach(each -> text.append(line(each, cells.getOrDefault(each.cell(), ""), withReasons)));
            return (more > 0 ? text.append("- … and ").append(more).append(" more\n") : text).toString();
        }

        /** Returns the cause in words; a flaky case has none. */
        static String cause(Cause cause) {
            return cause == Cause.NONE ? "flaky" : cause.wire().replace('_', ' ');
        }

        private static String line(Shown shown, String cell, boolean withReason) {
            var text = new StringBuilder("- ").append(MarkdownText.code(shown.source().shown())).append(" **")
                    .append(MarkdownText.of(shown.id())).append("**");
            if (shown.name() != null) {
                text.append(' ').append(MarkdownText.of(shown.name()));
            }
            if (!cell.isEmpty()) {
                text.append(" · ").append(MarkdownText.of(cell));
            }
            if (shown.repeat() > 0) {
                text.append(" · repeat ").append(shown.repeat() + 1);
            }
            new TreeMap<>(shown.labels()).forEach((name, value) -> text.append(" · ")
                    .append(MarkdownText.of(name + ": " + Printable.beginning(value, LONGEST_LABEL))));
            text.append(withReason ? "<br>" + MarkdownText.of(shown.reason()) : "").append('\n');
            return text.append(said(shown.said())).toString();
        }

        private static String said(Said said) {
            var text = line("User: ", said.input()) + line("Agent: ", said.reply());
            return text.isEmpty() ? "" : "  " + MarkdownText.folded("What was said", text) + "\n";
        }

        private static String line(String who, @Nullable String text) {
            return text == null || text.isBlank() ? "" : who + text + "\n";
        }
    }

    /** What is new since the baseline: a list for each kind, with the first of its cases. */
    private static final class MarkdownNews {

        static String of(RunEnd end) {
            var news = end.news();
            var text = new StringBuilder();
            if (news.baseline() != null) {
                text.append("\n### Since ").append(MarkdownText.of(news.baseline())).append("\n\n")
                        .append(news.groups().isEmpty() ? "Nothing new.\n" : "");
                news.groups().forEach(group -> text.append(of(group)));
            }
            if (end.gate() != null) {
                text.append('\n').append(MarkdownText.of(end.gate().text())).append('\n');
            }
            return text.toString();
        }

        private static String of(News.Group group) {
            var text = new StringBuilder("- **").append(group.kind().title()).append(": ").append(group.cases())
                    .append("**\n");
            if (group.kind() == Kind.STILL_FAILING) {
                return text.toString(); // they are among the failures
            }
            group.named().forEach(changed -> text.append("  - ").append(of(changed)).append('\n'));
            if (group.cases() > News.NAMED) {
                text.append("  - and ").append(group.cases() - News.NAMED).append(" more\n");
            }
            return text.toString();
        }

        private static String of(Changed changed) {
            return MarkdownText.code(changed.key()) + " (" + MarkdownText.of(changed.cell()) + ") " + changed.tries()
                    + (changed.reason() == null ? "" : ": " + MarkdownText.of(changed.reason()));
        }
    }

    /** The head of a summary: the verdict, and a row of figures for each cell. */
    private static final class MarkdownSummary {

        private static final List<String> COLUMNS = List.of("", "Passed", "Failed", "Flaky", "Errors", "Skipped",
                "Cancelled", "Pass rate", "p50", "Paid");

        static String of(RunHead head, RunEnd end) {
            var text = new StringBuilder("## ").append(mark(end)).append(' ').append(RunVerdict.of(end)).append("\n\n");
            if (end.stopReason() != null) {
                text.append("Stopped: ").append(MarkdownText.of(end.stopReason())).append("\n\n");
            }
            text.append(row(COLUMNS)).append("|---|").append("--:|".repeat(COLUMNS.size() - 1)).append('\n');
            end.tally().cells().forEach(cell -> text.append(row(cell(RunJson.name(head, cell), cell))));
            text.append('\n').append(tries(head, end)).append(causes(end));
            text.append(labels(end.tally().summary().labels()));
            PaidText.sentence(end.tally().paid()).ifPresent(paid -> text.append(paid).append('\n'));
            text.append("Took ").append(Seconds.text(end.took())).append(".\n");
            return text.toString();
        }

        private static String mark(RunEnd end) {
            return switch (end.code()) {
                case PASSED -> "✅";
                case FAILED -> "❌";
                case NOTHING_JUDGED, BROKEN, INTERRUPTED -> "⚠️";
            };
        }

        private static List<String> cell(String name, CellTally cell) {
            var summary = cell.summary();
            var figures = cell.figures();
            return List.of(MarkdownText.of(name), count(cell, Status.PASSED), count(cell, Status.FAILED),
                    count(cell, Status.FLAKY), count(cell, Status.ERROR), count(cell, Status.SKIPPED),
                    String.valueOf(summary.count(Status.CANCELLED)),
                    rate(figures.pass()), median(figures.working()), PaidText.amount(figures.paid().all()).orElse("–"));
        }

        private static String median(@Nullable Spread working) {
            return working == null ? "" : Seconds.text(Duration.ofMillis(working.median()));
        }

        private static String count(CellTally cell, Status status) {
            return String.valueOf(cell.summary().count(status));
        }

        private static String rate(PassFigures pass) {
            var outcomes = pass.rated();
            return outcomes.interval()
                    .map(interval -> Amounts.percent(outcomes.rate().orElseThrow()) + " ("
                            + Amounts.percent(interval.low())
                            + " to " + Amounts.percent(interval.high()) + ")" + (pass.stopped() ? " of cases" : ""))
                    .orElse("–");
        }

        /** Returns the figures of tries; empty when each case was tried once. */
        private static String tries(RunHead head, RunEnd end) {
            return end.tally().cells().stream().flatMap(cell -> SideLines.tries(cell.figures().pass()).stream()
                    .map(tries -> MarkdownText.of(RunJson.name(head, cell)) + ": " + tries + ".\n"))
                    .collect(Collectors.joining());
        }

        /** Returns a table by label of the cases; empty when no case has one. */
        private static String labels(List<LabelTally.Row> rows) {
            return rows.isEmpty() ? ""
                    : "\n" + row(List.of("Label", "Passed", "Of")) + "|---|--:|--:|\n" + rows.stream()
                            .map(each -> row(List.of(MarkdownText.of(each.label()), String.valueOf(each.passed()),
                                    String.valueOf(each.judged()))))
                            .collect(Collectors.joining()) + "\n";
        }

        private static String row(List<String> columns) {
            return "| " + String.join(" | ", columns) + " |\n";
        }

        private static String causes(RunEnd end) {
            var causes = end.tally().summary().causesOfUnpassed();
            return causes.isEmpty() ? "" : "By cause: " + causes.entrySet().stream()
                    .map(each -> MarkdownResults.MarkdownGroup.cause(Cause.of(each.getKey())) + " " + each.getValue())
                    .collect(Collectors.joining(", ", "", ".\n"));
        }
    }
}
