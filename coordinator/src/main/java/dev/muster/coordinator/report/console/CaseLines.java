package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.model.Source;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ProblemIds;
import dev.muster.coordinator.report.Reasons;
import dev.muster.coordinator.report.Reasons.CallMade;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.run.StoredCase;

/** The lines of one case on the console. */
public final class CaseLines {

    private static final String INDENT = "  ";
    /** Times for people, in UTC to the millisecond. */
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX")
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS")
            .withZone(ZoneOffset.UTC);

    private final String where;
    private final Sheet sheet;
    private final ShownErrors errors;

    private CaseLines(String where, ShownErrors errors, ConsoleStyle style) {
        this.where = where;
        this.errors = errors;
        this.sheet = new Sheet(style);
    }

    /**
     * @param where its cell and repeat, after its name; empty when there is only one
     * @param brief whether a case that passed takes one line
     * @param errors those that were shown so far, which take one line
     */
    public static List<String> of(StoredCase stored, String where, boolean brief, ShownErrors errors,
            ConsoleStyle style) {
        var lines = new CaseLines(where, errors, style);
        if (brief && stored.result().verdict().status() == Status.PASSED && !stored.result().passedUnchecked()) {
            lines.heading(stored.result());
        } else {
            lines.add(stored);
        }
        return lines.sheet.lines();
    }

    /** Returns what a quiet console shows of a case that did not pass: why, and where it is. */
    static List<String> quiet(StoredCase stored, String where, ConsoleStyle style) {
        var lines = new CaseLines(where, new ShownErrors(), style);
        lines.heading(stored.result());
        Reasons.first(stored).ifPresent(lines::wrapped);
        lines.place(stored.result().identity().source());
        return lines.sheet.lines();
    }

    /** Returns the line of a case that did not pass in another cell before, for the same reason. */
    static String again(StoredCase stored, String where, ConsoleStyle style) {
        var lines = new CaseLines(where, new ShownErrors(), style);
        var result = stored.result();
        lines.sheet.heading(Mark.of(result.verdict().status()).in(style), result,
                where + " (" + time(result) + ", for the same reason)");
        return String.join("\n", lines.sheet.lines());
    }

    private void add(StoredCase stored) {
        var result = stored.result();
        if (result.dialogue() == null) {
            oneCall(result);
        } else {
            ConversationLines.write(sheet, result, result.dialogue(), where, errors);
        }
        if (sheet.isVerbose() || result.verdict().status() != Status.PASSED) {
            var reasons = Reasons.all(result);
            stored.earlier().stream().filter(attempt -> !isSame(attempt, reasons)).collect(Collectors.groupingBy(
                    CaseLines::how, LinkedHashMap::new, Collectors.toList())).forEach(this::earlier);
            long same = stored.earlier().stream().filter(attempt -> isSame(attempt, reasons)).count();
            if (same > 0) {
                wrapped("The same in " + (same == 1 ? "an earlier attempt" : same + " earlier attempts"));
            }
        }
        if (sheet.isVerbose()) {
            if (stored.attempt() > 0) {
                long start = result.timing().startedAt().toEpochMilli();
                sheet.wrapped(INDENT, span(start, start + result.timing().durationMs()));
            }
        }
        if (sheet.isVerbose() || result.passedUnchecked()) {
            result.warnings().forEach(warning -> wrapped("Warning: " + warning));
        }
        if (ProblemIds.isUnwell(result.verdict().status())) {
            place(result.identity().source());
        }
    }

    /** Writes where the case is, on a line of its own that terminals make a link of; a generated one is nowhere. */
    private void place(Source source) {
        if (source.line() > 0 && !source.wasGenerated() && !source.wasTyped()) {
            sheet.add(INDENT + "File: " + Printable.line(source.shown()));
        }
    }

    private void oneCall(CaseResult result) {
        heading(result);
        counts(result);
        if (sheet.isVerbose() || ProblemIds.isUnwell(result.verdict().status())) {
            AgentLines.sent(sheet, INDENT, result.observed().sent());
        }
        if (result.verdict().error() != null && !AssertionLines.tell(result.assertions(), result.verdict().error())) {
            var error = sheet.isVerbose() ? result.verdict().error() : errors.shown(result.verdict().error(), result);
            wrapped(isFailure(result) ? error : "Error: " + error);
        }
        if (result.verdict().skipReason() != null) {
            wrapped((result.muted() == null ? "Skipped: " : "Muted: ") + result.verdict().skipReason());
        }
        // who sends a message from the command line wants its reply
        boolean message = result.identity().source().wasTyped();
        if (sheet.isVerbose() || message) {
            AgentLines.write(message ? sheet.verbose() : sheet, INDENT, result.observed().response(),
                    result.observed().replies(), CallMade.of(result));
        } else if (ProblemIds.isUnwell(result.verdict().status()) || isFailure(result)) {
            AgentLines.unquoted(sheet, INDENT, result, Reasons.all(result));
        }
        result.assertions().stream().filter(assertion -> sheet.isVerbose() || !assertion.passed())
                .forEach(assertion -> AssertionLines.write(sheet, INDENT, assertion));
    }

    private void heading(CaseResult result) {
        var mark = Mark.of(result.verdict().status());
        sheet.heading(mark.in(sheet.style()), result, where + " (" + time(result) + ")");
    }

    static String time(CaseResult result) {
        if (result.muted() != null) {
            return "muted, " + result.muted().status().wire() + ", " + Seconds.text(
                    Duration.ofMillis(result.timing().durationMs()));
        }
        return switch (result.verdict().status()) {
            case SKIPPED, CANCELLED -> result.verdict().status().wire();
            case PASSED, FAILED, ERROR, FLAKY -> Seconds.text(Duration.ofMillis(result.timing().durationMs()));
        };
    }

    private static boolean isFailure(CaseResult result) {
        return (result.muted() == null ? result.verdict().status() : result.muted().status()) == Status.FAILED;
    }

    /** Writes the counts; none when there are no messages and no judgments. */
    private void counts(CaseResult result) {
        if ((result.verdict().status() == Status.SKIPPED && result.muted() == null)
                || result.verdict().status() == Status.CANCELLED) {
            return;
        }
        if (result.verdict().error() != null && result.assertions().isEmpty()) {
            sheet.add(INDENT + "Messages: " + result.observed().messagesCount());
            return;
        }
        sheet.add(INDENT + "Messages: " + result.observed().messagesCount() + ", Assertions: "
                + AssertionLines.counts(result.assertions()));
    }

    private void wrapped(String text) {
        sheet.wrapped(INDENT, Printable.line(text));
    }

    private static boolean isSame(StoredCase.Earlier attempt, List<String> reasons) {
        var error = attempt.error();
        return error == null ? attempt.cause().equals("assertion") && !reasons.isEmpty()
                : reasons.stream().anyMatch(each -> each.contains(error) || error.contains(each));
    }

    private static String how(StoredCase.Earlier attempt) {
        return " on " + attempt.worker() + ": " + attempt.status() + ", " + attempt.cause()
                + (attempt.error() == null ? "" : " (" + attempt.error() + ")");
    }

    private void earlier(String how, List<StoredCase.Earlier> attempts) {
        wrapped((attempts.size() == 1 ? "Attempt " : "Attempts ") + attempts.stream()
                .map(each -> String.valueOf(each.attempt())).collect(Collectors.joining(", ")) + how);
    }

    /** Returns a span such as {@code From 2026-01-31T09:15:00.250Z to 09:15:01.450}. */
    static String span(long startMs, long endMs) {
        return "From " + MOMENT.format(Instant.ofEpochMilli(startMs)) + " to " + time(endMs);
    }

    /** Returns a time such as {@code 09:15:01.450}. */
    static String time(long ms) {
        return TIME.format(Instant.ofEpochMilli(ms));
    }
}
