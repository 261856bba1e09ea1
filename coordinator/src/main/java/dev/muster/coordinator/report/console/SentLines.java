package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.SentMessages;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import org.jspecify.annotations.Nullable;

/** What an agent was sent: all messages in full when verbose, otherwise the beginning of the user's last one. */
final class SentLines {

    private static final int MOST_LINES = 3;

    private SentLines() {}

    static void write(Sheet sheet, String indent, @Nullable SentMessages sent) {
        if (sent == null) {
            return;
        }
        if (sheet.isVerbose()) {
            sent.messages().forEach(each -> write(sheet, indent, each.role(),
                    AgentLines.shortened(SentMessages.text(each))));
        } else if (sent.input() != null) {
            int columns = sheet.style().width() - Columns.width(indent + lead("user"));
            write(sheet, indent, "user", AgentLines.quoted(sent.input(), MOST_LINES * columns));
        }
    }

    private static void write(Sheet sheet, String indent, String role, String text) {
        var lead = lead(role);
        sheet.wrapped(indent + lead, indent + " ".repeat(lead.length()), text);
    }

    private static String lead(String role) {
        var word = Printable.line(role);
        return word.substring(0, Math.min(1, word.length())).toUpperCase(Locale.ROOT)
                + word.substring(Math.min(1, word.length())) + ": ";
    }
}
