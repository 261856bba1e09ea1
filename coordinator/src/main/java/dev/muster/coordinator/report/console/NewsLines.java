package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.NewsCase;
import dev.muster.coordinator.run.NewsGroup;
import dev.muster.coordinator.run.NewsKind;

/** What is new in a run, below its summary. */
final class NewsLines {

    /** Maximum cases named of one kind; of those that fail as before, only the number is shown. */
    private static final int NAMED = 5;

    /**
     * @param errors results that say nothing about the agent, so they can't be compared
     * @param cells whether cases are shown with their cells
     */
    static List<String> of(News news, int errors, boolean cells, ConsoleStyle style) {
        if (news.baseline() == null) {
            return List.of();
        }
        var lines = new ArrayList<>(List.of("", "  " + Paint.GREY
                .on("Since " + news.baseline() + (news.groups().isEmpty() ? ": " + News.nothing(errors) : ":"),
                        style)));
        news.groups().forEach(group -> lines.addAll(of(group, cells, style)));
        return lines;
    }

    private static List<String> of(NewsGroup group, boolean cells, ConsoleStyle style) {
        var lines = new ArrayList<>(List.of("  " + paint(group.kind())
                .on(group.kind().title() + ": " + Amounts.whole(group.cases()), style)));
        if (group.kind() == NewsKind.STILL_FAILING) {
            return lines;
        }
        group.named().stream().limit(NAMED).forEach(changed -> lines.addAll(of(changed, cells, style)));
        if (group.cases() > Math.min(NAMED, group.named().size())) {
            lines.add("    and " + Amounts.whole(group.cases() - Math.min(NAMED, group.named().size())) + " more");
        }
        return lines;
    }

    private static List<String> of(NewsCase changed, boolean cells, ConsoleStyle style) {
        var lines = new ArrayList<>(List.of("    " + changed.tries() + "  " + Printable.line(changed.key())
                + (cells ? " · " + Printable.line(changed.cell()) : "")));
        if (changed.reason() != null) {
            lines.add(
                    "      " + Paint.GREY.on(Columns.cut(Printable.line(changed.reason()), style.width() - 6),
                            style));
        }
        return lines;
    }

    private static Paint paint(NewsKind kind) {
        return switch (kind) {
            case NEWLY_FAILING -> Paint.RED;
            case CHANGED, WAVERING, NEW, NEWLY_SKIPPED, FLAKY -> Paint.YELLOW;
            case FIXED -> Paint.GREEN;
            case STILL_FAILING -> Paint.GREY;
        };
    }
}
