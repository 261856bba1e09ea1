package dev.muster.coordinator.report;

import dev.muster.common.json.Json;
import dev.muster.common.model.ToolCall;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.StoredCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One case as the console shows it. */
final class CaseLines {

    private static final String INDENT = "  ";
    private static final int LONGEST_REPLY = 20_000;

    private final ConsoleStyle style;
    private final List<String> lines = new ArrayList<>();

    private CaseLines(ConsoleStyle style) {
        this.style = style;
    }

    static List<String> of(StoredCase stored, ConsoleStyle style) {
        var lines = new CaseLines(style);
        lines.add(stored);
        return lines.lines;
    }

    private void add(StoredCase stored) {
        var result = stored.result();
        heading(result);
        counts(result);
        wrapped(result.error() == null ? null : errorText(result));
        wrapped(result.skipReason() == null ? null : "Skipped: " + result.skipReason());
        boolean verbose = style.detail() == ConsoleStyle.Detail.VERBOSE;
        if (verbose) {
            spoken(result);
        }
        result.assertions().stream().filter(assertion -> verbose || !assertion.passed()).forEach(this::assertion);
        if (verbose || result.status() != Status.PASSED) {
            stored.earlier().forEach(this::earlier);
        }
        if (verbose) {
            result.warnings().forEach(warning -> wrapped("Warning: " + warning));
        }
    }

    private void heading(CaseResult result) {
        var mark = Mark.of(result.status());
        var id = "[" + Printable.line(result.id()) + "]";
        var name = result.name() == null ? "" : " " + Printable.line(result.name());
        var time = " (" + time(result) + ")";
        int left = style.width() - Columns.width(mark.sign() + " " + id + time);
        var shown = style.live() ? Columns.cut(name, left) : name;
        lines.add(mark.in(style) + " " + id + shown + Paint.GREY.on(time, style));
    }

    private static String time(CaseResult result) {
        return switch (result.status()) {
            case SKIPPED, CANCELLED -> result.status().wire();
            case PASSED, FAILED, ERROR, FLAKY -> Seconds.text(Duration.ofMillis(result.durationMs()));
        };
    }

    /** Nothing was said and nothing judged: no counts. */
    private void counts(CaseResult result) {
        if (result.status() == Status.SKIPPED || result.status() == Status.CANCELLED) {
            return;
        }
        if (result.error() != null && result.assertions().isEmpty()) {
            lines.add(INDENT + "Messages: " + result.messagesCount());
            return;
        }
        long passed = result.assertions().stream().filter(AssertionResult::passed).count();
        lines.add(INDENT + "Messages: " + result.messagesCount() + ", Assertions: " + passed + "/"
                + result.assertions().size() + " passed");
    }

    private static String errorText(CaseResult result) {
        return result.status() == Status.FAILED ? String.valueOf(result.error()) : "Error: " + result.error();
    }

    private void wrapped(@Nullable String text) {
        if (text != null) {
            indented(Printable.line(text), INDENT, INDENT);
        }
    }

    private void indented(String text, String first, String next) {
        var indent = first;
        for (var line : Columns.wrap(text, style.width() - Columns.width(first))) {
            lines.add(indent + line);
            indent = next;
        }
    }

    private void spoken(CaseResult result) {
        if (result.response() != null && !result.response().isEmpty()) {
            indented(shortened(result.response()), INDENT + "Agent: ", " ".repeat(9));
        }
        result.toolCalls().forEach(call -> indented(Printable.line(tool(call)), INDENT + "Agent: ", " ".repeat(9)));
    }

    private static String shortened(String reply) {
        boolean whole = reply.length() <= LONGEST_REPLY;
        var text = Printable.text((whole ? reply : reply.substring(0, LONGEST_REPLY)).replace("\r\n", "\n"));
        return '"' + text + '"' + (whole ? "" : "… (" + reply.length() + " characters)");
    }

    private static String tool(ToolCall call) {
        return "[tool: " + call.name() + "(" + Json.MAPPER.writeValueAsString(call.arguments()) + ")]";
    }

    private void assertion(AssertionResult assertion) {
        var mark = Mark.ofAssertion(assertion.passed());
        var label = Printable.line(AssertionLabel.of(assertion.assertion()));
        lines.add(INDENT + mark.in(style) + " " + Columns.cut(label, style.width() - 4));
        if (assertion.reason() != null) {
            indented(Printable.line(assertion.reason()), " ".repeat(4), " ".repeat(4));
        }
    }

    private void earlier(StoredCase.Earlier attempt) {
        wrapped("Attempt " + attempt.attempt() + " on " + attempt.worker() + ": " + attempt.status() + ", "
                + attempt.cause() + (attempt.error() == null ? "" : " (" + attempt.error() + ")"));
    }
}
