package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.Summary;

/** The summary at the end of a run. */
public final class SummaryLines {

    private static final int LABEL = 9;
    /** The labels below the lines of the seeds, in a wider column. */
    private static final Set<String> FURTHER = Set.of("Cancelled", "Lost", "Judges", "Cost", "Durations", "Slowest",
            "Reports");
    private static final int FURTHER_LABEL = 11;

    private SummaryLines() {}

    /** Returns the lines of the seeds, and the cost below. */
    public static List<String> of(Summary summary, Paid paid, Duration time, ConsoleStyle style) {
        var further = new FurtherLines();
        further.paid(paid);
        return Stream.of(of(summary, time, style), further.lines(summary, style)).flatMap(List::stream).toList();
    }

    /** Returns the lines of the seeds. */
    static List<String> of(Summary summary, Duration time, ConsoleStyle style) {
        var lines = new ArrayList<String>();
        int total = summary.total();
        lines.add(line("Total", total + (total == 1 ? " test" : " tests")));
        lines.add(line("Passed", Paint.GREEN.on(String.valueOf(summary.count(Status.PASSED)), style)));
        lines.addAll(counted("Failed", Status.FAILED, Paint.RED, summary, style));
        rare(lines, "Flaky", Status.FLAKY, summary, style);
        rare(lines, "Errors", Status.ERROR, summary, style);
        if (summary.conversations() > 0 && summary.count(Status.SKIPPED) == 0) {
            lines.add(line("Skipped", "0"));
        }
        rare(lines, "Skipped", Status.SKIPPED, summary, style);
        lines.addAll(summary.conversations() > 0 ? turns(summary, time) : List.of(line("Time", Seconds.text(time))));
        return lines;
    }

    static String counts(Summary summary) {
        return Arrays.stream(Status.values()).filter(status -> summary.count(status) > 0)
                .map(status -> summary.count(status) + " " + status.wire()).collect(Collectors.joining(", "));
    }

    /** Returns the figures of turns; the average covers cases that have turns. */
    private static List<String> turns(Summary summary, Duration time) {
        double average = (double) summary.turns() / summary.conversations();
        return List.of("", "  Total turns: " + summary.turns(),
                "  Avg turns/test: " + String.format(Locale.ROOT, "%.1f", average),
                "  Total time: " + Seconds.text(time));
    }

    private static void rare(List<String> lines, String label, Status status, Summary summary, ConsoleStyle style) {
        if (summary.count(status) > 0) {
            lines.addAll(counted(label, status, Paint.YELLOW, summary, style));
        }
    }

    /** Returns the number, with the causes of failures and errors; wrapped lines continue below the number. */
    private static List<String> counted(String label, Status status, Paint paint, Summary summary, ConsoleStyle style) {
        int count = summary.count(status);
        var number = String.valueOf(count);
        boolean telling = status == Status.FAILED || status == Status.ERROR
                || summary.causes(status).containsKey(Cause.DECIDED) || summary.causes(status).containsKey(Cause.MUTED);
        var lines = wrapped(label, number + (telling && count > 0 ? causes(summary, status) : ""), style);
        if (count > 0) {
            int at = line(label, "").length();
            lines.set(0, line(label, paint.on(number, style) + lines.getFirst().substring(at + number.length())));
        }
        return lines;
    }

    static List<String> wrapped(String label, String text, ConsoleStyle style) {
        var indent = line(label, "").length();
        var folded = Columns.wrap(text, style.width() - indent);
        var lines = new ArrayList<>(List.of(line(label, folded.getFirst())));
        folded.subList(1, folded.size()).forEach(more -> lines.add(" ".repeat(indent) + more));
        return lines;
    }

    private static String causes(Summary summary, Status status) {
        return summary.causes(status).entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey().wire().replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", ", " (", ")"));
    }

    /** Returns a line with aligned values. */
    private static String line(String label, String value) {
        var head = label + ": ";
        int column = FURTHER.contains(label) ? FURTHER_LABEL : LABEL;
        return "  " + head + " ".repeat(Math.max(0, column - head.length())) + value;
    }
}
