package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.PassFigures;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.report.CellTally;
import dev.muster.coordinator.report.LabelTally;
import dev.muster.coordinator.report.PaidText;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.report.RunHead;
import dev.muster.coordinator.report.RunVerdict;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.SideLines;
import dev.muster.coordinator.report.json.RunJson;
import org.jspecify.annotations.Nullable;

/** The head of a summary: the verdict, and a row of figures for each cell. */
final class MarkdownSummary {

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
                .map(each -> MarkdownGroup.cause(Cause.of(each.getKey())) + " " + each.getValue())
                .collect(Collectors.joining(", ", "", ".\n"));
    }
}
