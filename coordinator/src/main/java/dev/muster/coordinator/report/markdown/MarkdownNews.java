package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.RunEnd;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsCase;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;

/** What is new since the baseline: a list for each kind, with the first of its cases. */
final class MarkdownNews {

    static String of(RunEnd end) {
        var news = end.news();
        var text = new StringBuilder();
        if (news.baseline() != null) {
            text.append("\n### Since ").append(MarkdownText.of(news.baseline())).append("\n\n")
                    .append(news.groups().isEmpty()
                            ? "N" + News.nothing(end.tally().summary().count(Status.ERROR)).substring(1) + ".\n" : "");
            news.groups().forEach(group -> text.append(of(group)));
        }
        if (end.gate() != null) {
            text.append('\n').append(MarkdownText.of(end.gate().text())).append('\n');
        }
        return text.toString();
    }

    private static String of(NewsGroup group) {
        var text = new StringBuilder("- **").append(group.kind().title()).append(": ").append(group.cases())
                .append("**\n");
        if (group.kind() == NewsKind.STILL_FAILING) {
            return text.toString(); // they are among the failures
        }
        group.named().forEach(changed -> text.append("  - ").append(of(changed)).append('\n'));
        if (group.cases() > News.NAMED) {
            text.append("  - and ").append(group.cases() - News.NAMED).append(" more\n");
        }
        return text.toString();
    }

    private static String of(NewsCase changed) {
        return MarkdownText.code(changed.key()) + " (" + MarkdownText.of(changed.cell()) + ") " + changed.tries()
                + (changed.reason() == null ? "" : ": " + MarkdownText.of(changed.reason()));
    }
}
