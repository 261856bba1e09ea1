package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.SentMessages;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Reasons.CallMade;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An agent's reply and tool calls: in full when verbose, otherwise one line each. */
final class AgentLines {

    private static final String LEAD = "Agent: ";
    private static final int LONGEST_REPLY = 20_000;
    private static final int LONGEST_RESULT = 2_000;
    /** Characters to look at, more than any line holds. */
    private static final int BEGINNING = 500;
    private static final int MOST_TOOLS = 5;
    /** A reason that has that many first characters of a reply quotes it. */
    private static final int QUOTED = 30;
    /** Lines of the last message of the user. */
    private static final int MOST_LINES = 3;
    private final Sheet sheet;
    private final String indent;

    AgentLines(Sheet sheet, String indent) {
        this.sheet = sheet;
        this.indent = indent;
    }

    /** @param replies all messages of the agent; empty where {@code reply} was the only one */
    static void write(Sheet sheet, String indent, @Nullable String reply, List<String> replies, List<CallMade> calls) {
        var lines = new AgentLines(sheet, indent);
        (replies.isEmpty() ? Stream.ofNullable(reply) : replies.stream()).filter(text -> !text.isEmpty())
                .forEach(lines::reply);
        if (sheet.isVerbose()) {
            calls.forEach(lines::call);
        } else {
            lines.some(calls);
        }
    }

    /** Writes the replies and calls that the reasons don't quote. */
    static void unquoted(Sheet sheet, String indent, CaseResult result, List<String> reasons) {
        var texts = reasons.stream().map(AgentLines::oneLine).toList();
        var observed = result.observed();
        var replies = (observed.replies().isEmpty() ? Stream.ofNullable(observed.response())
                : observed.replies().stream()).filter(
                        reply -> texts.stream().noneMatch(each -> each.contains('"' + beginning(reply))))
                .toList();
        var calls = CallMade.of(result).stream()
                .filter(made -> texts.stream().noneMatch(word(made.call().name()).asPredicate())).toList();
        if (!replies.isEmpty()) {
            write(sheet, indent, null, replies, calls);
        }
    }

    private static Pattern word(String name) {
        return Pattern.compile("(?<![\\p{L}\\p{N}_])" + Pattern.quote(name) + "(?![\\p{L}\\p{N}_])");
    }

    private static String beginning(String reply) {
        var line = oneLine(reply);
        return line.substring(0, Math.min(QUOTED, line.length()));
    }

    /** Returns a quotation on one line, cut inside its quotation marks. */
    static String quoted(String text, int columns) {
        var beginning = text.length() <= BEGINNING ? text : text.substring(0, BEGINNING);
        return '"' + Columns.cut(Printable.line(oneLine(beginning)), columns - 2) + '"';
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }

    private void reply(String reply) {
        if (sheet.isVerbose()) {
            text(shortened(reply));
        } else {
            sheet.add(indent + LEAD + quoted(reply, left()));
        }
    }

    /** Returns a quotation of several lines, cut if it is very long. */
    static String shortened(String reply) {
        boolean whole = reply.length() <= LONGEST_REPLY;
        var text = Printable.text((whole ? reply : reply.substring(0, LONGEST_REPLY)).replace("\r\n", "\n"));
        return '"' + text + '"' + (whole ? "" : "… (" + reply.length() + " characters)");
    }

    private void some(List<CallMade> calls) {
        calls.stream().limit(MOST_TOOLS)
                .forEach(call -> sheet.add(indent + LEAD + Columns.cut(Printable.line(words(call.call())), left())));
        if (calls.size() > MOST_TOOLS) {
            sheet.add(indent + LEAD + "(" + (calls.size() - MOST_TOOLS) + " more tool calls)");
        }
    }

    private void call(CallMade made) {
        text(Printable.line(words(made.call())));
        var done = made.call().doneAtMs();
        if (made.result() != null || done != null) {
            var next = indent + " ".repeat(LEAD.length());
            sheet.wrapped(next + "→ ", next + "  ", Printable.line(
                    returned(made.result()) + (done == null ? "" : " (" + CaseLines.time(done) + ")")));
        }
    }

    private static String returned(@Nullable ToolResult result) {
        if (result == null) {
            return "no result";
        }
        var content = loose(result.content());
        return (result.error() ? "error " : "")
                + (content.length() <= LONGEST_RESULT ? content : content.substring(0, LONGEST_RESULT) + "… ("
                        + content.length() + " characters)");
    }

    private static String words(ToolCall call) {
        return "[tool: " + call.name() + "(" + loose(call.arguments()) + ")]";
    }

    private void text(String text) {
        sheet.wrapped(indent + LEAD, indent + " ".repeat(LEAD.length()), text);
    }

    private int left() {
        return sheet.style().width() - Columns.width(indent) - LEAD.length();
    }

    /** Returns JSON for people: {@code {amount: 3500, type: "travel"}}. */
    private static String loose(JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream().map(member -> key(member.getKey()) + ": " + loose(member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return node.isArray() ? node.valueStream().map(AgentLines::loose).collect(Collectors.joining(", ", "[", "]"))
                : Json.MAPPER.writeValueAsString(node);
    }

    /** Returns a key, without quotes where it is unambiguous. */
    private static String key(String name) {
        boolean plain = !name.isEmpty() && name.chars().allMatch(c -> c < 128 && Character.isJavaIdentifierPart(c));
        return plain ? name : Json.MAPPER.writeValueAsString(name);
    }

    /**
     * Writes what an agent was sent: all messages in full when verbose, otherwise the beginning of the user's last one.
     */
    static void sent(Sheet sheet, String indent, @Nullable SentMessages sent) {
        if (sent == null) {
            return;
        }
        if (sheet.isVerbose()) {
            sent.messages().forEach(each -> sent(sheet, indent, each.role(),
                    shortened(SentMessages.text(each))));
        } else if (sent.input() != null) {
            int columns = sheet.style().width() - Columns.width(indent + lead("user"));
            sent(sheet, indent, "user", quoted(sent.input(), MOST_LINES * columns));
        }
    }

    private static void sent(Sheet sheet, String indent, String role, String text) {
        var lead = lead(role);
        sheet.wrapped(indent + lead, indent + " ".repeat(lead.length()), text);
    }

    private static String lead(String role) {
        var word = Printable.line(role);
        return word.substring(0, Math.min(1, word.length())).toUpperCase(Locale.ROOT)
                + word.substring(Math.min(1, word.length())) + ": ";
    }
}
