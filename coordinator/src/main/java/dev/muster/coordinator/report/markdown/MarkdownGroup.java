package dev.muster.coordinator.report.markdown;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.report.FailureGroup;
import dev.muster.coordinator.report.LastMessages;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ShownFailure;
import org.jspecify.annotations.Nullable;

/** Cases that did not pass for the same reason, below that reason. */
final class MarkdownGroup {

    private static final int LONGEST_LABEL = 80;

    /** @param cells names of the cells; empty for a single cell */
    static String of(FailureGroup group, Map<Integer, String> cells) {
        var text = new StringBuilder("\n### ").append(cause(group.cause())).append(": ")
                .append(MarkdownText
                        .of(group.shown().stream().findFirst().map(ShownFailure::reason).orElse(group.message())))
                .append(" (").append(group.size()).append(")\n\n");
        return text.append(lines(group.shown(), group.more(), cells, group.size() > 1)).toString();
    }

    static String of(MutedCases muted, Map<Integer, String> cells) {
        return muted.size() == 0 ? "" : "\n### Muted, so that they decide nothing (" + muted.size() + ")\n\n"
                + lines(muted.shown(), muted.size() - muted.shown().size(), cells, true);
    }

    private static String lines(List<ShownFailure> shown, int more, Map<Integer, String> cells, boolean withReasons) {
        var text = new StringBuilder();
        shown.forEach(each -> text.append(line(each, cells.getOrDefault(each.cell(), ""), withReasons)));
        return (more > 0 ? text.append("- … and ").append(more).append(" more\n") : text).toString();
    }

    /** Returns the cause in words; a flaky case has none. */
    static String cause(Cause cause) {
        return cause == Cause.NONE ? "flaky" : cause.wire().replace('_', ' ');
    }

    private static String line(ShownFailure shown, String cell, boolean withReason) {
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
        return text.append(messages(shown.messages())).toString();
    }

    private static String messages(LastMessages messages) {
        var text = line("User: ", messages.input()) + line("Agent: ", messages.reply());
        return text.isEmpty() ? "" : "  " + MarkdownText.folded("Last messages", text) + "\n";
    }

    private static String line(String who, @Nullable String text) {
        return text == null || text.isBlank() ? "" : who + text + "\n";
    }
}
