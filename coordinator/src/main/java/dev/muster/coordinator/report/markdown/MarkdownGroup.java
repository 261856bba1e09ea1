package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.report.FailureGroups.Group;
import dev.muster.coordinator.report.FailureGroups.Said;
import dev.muster.coordinator.report.FailureGroups.Shown;
import dev.muster.coordinator.report.FailureGroups.MutedCases;
import org.jspecify.annotations.Nullable;

/** Cases that did not pass for the same reason, below that reason. */
final class MarkdownGroup {

    private static final int LONGEST_LABEL = 80;

    private MarkdownGroup() {}

    /** @param cells names of the cells; empty for a single cell */
    static String of(Group group, Map<Integer, String> cells) {
        var text = new StringBuilder("\n### ").append(cause(group.cause())).append(": ")
                .append(MarkdownText.of(group.message())).append(" (").append(group.size()).append(")\n\n");
        return text.append(lines(group.shown(), group.size(), cells, group.size() > 1)).toString();
    }

    static String of(MutedCases muted, Map<Integer, String> cells) {
        return muted.size() == 0 ? "" : "\n### Muted, so that they decide nothing (" + muted.size() + ")\n\n"
                + lines(muted.shown(), muted.size(), cells, true);
    }

    private static String lines(List<Shown> shown, int all, Map<Integer, String> cells, boolean withReasons) {
        var text = new StringBuilder();
        shown.forEach(each -> text.append(line(each, cells.getOrDefault(each.cell(), ""), withReasons)));
        int more = all - shown.size();
        return (more > 0 ? text.append("- … and ").append(more).append(" more\n") : text).toString();
    }

    /** Returns the cause in words; a flaky case has none. */
    static String cause(Cause cause) {
        return cause == Cause.NONE ? "flaky" : cause.wire().replace('_', ' ');
    }

    private static String line(Shown shown, String cell, boolean withReason) {
        var text = new StringBuilder("- ").append(MarkdownText.code(place(shown))).append(" **")
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
                .append(MarkdownText.of(name + ": " + (value.length() <= LONGEST_LABEL ? value
                        : value.substring(0, LONGEST_LABEL) + "…"))));
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

    private static String place(Shown shown) {
        return shown.line() == 0 ? shown.file() : shown.file() + ":" + shown.line();
    }
}
