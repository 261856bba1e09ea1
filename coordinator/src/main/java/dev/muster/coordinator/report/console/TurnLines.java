package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Reasons.CallMade;
import dev.muster.coordinator.report.Seconds;
import org.jspecify.annotations.Nullable;

/** The turns of one conversation. If a simulated one passed, its passed turns take one line each, unless verbose. */
final class TurnLines {

    private static final String INDENT = "  │          ";
    private static final String ANSWERED = ", but it answered";

    private final Sheet sheet;
    private final CaseResult result;
    private final Dialogue dialogue;
    private final ShownErrors errors;
    private final boolean simulated;
    private @Nullable String lastReason;

    TurnLines(Sheet sheet, CaseResult result, Dialogue dialogue, ShownErrors errors) {
        this.sheet = sheet;
        this.result = result;
        this.dialogue = dialogue;
        this.errors = errors;
        this.simulated = isSimulated(dialogue);
    }

    void write(TurnResult turn) {
        TurnHead.write(sheet, turn, INDENT, mark(turn.utterance().source()));
        if (sheet.isVerbose() && turn.utterance().reasoning() != null && !turn.utterance().goalAchieved()) {
            line("Reasoning: " + turn.utterance().reasoning());
        }
        if (sheet.isVerbose() || !wentWell() || turn.outcome().status() != Status.PASSED) {
            AgentLines.write(sheet, INDENT, turn.answer().output(), turn.answer().replies(), CallMade.of(turn));
            if (sheet.isVerbose() && turn.effort().times() != null) {
                line(CaseLines.span(turn.effort().times().startMs(), turn.effort().times().endMs()));
            }
            hint(turn);
            turn.assertions().forEach(assertion -> AssertionLines.write(sheet, INDENT, assertion));
        }
        ConversationLines.reached(sheet, INDENT, dialogue.checkpoints(), turn.utterance().turn());
        if (turn.outcome().error() != null && !AssertionLines.tell(turn.assertions(), turn.outcome().error())) {
            var error = withoutReply(turn.outcome().error());
            line(sheet.isVerbose() ? error : errors.shown(error, result));
        }
        skipped(turn);
        if (turn.utterance().goalAchieved()) {
            line("Goal achieved" + (turn.utterance().reasoning() == null ? "" : ": " + turn.utterance().reasoning()));
        }
    }

    /** The reply that an error quotes stands above it. */
    private static String withoutReply(String error) {
        int quoted = error.indexOf(ANSWERED + " \"") + ANSWERED.length();
        return quoted < ANSWERED.length() ? error
                : error.substring(0, quoted) + error.substring(error.lastIndexOf('"') + 1);
    }

    /** Whether a simulator took part; one that was not needed does not count. */
    static boolean isSimulated(Dialogue dialogue) {
        return dialogue.kind() == Dialogue.Kind.DYNAMIC
                || dialogue.turns().stream().anyMatch(turn -> turn.utterance().source() == InputSource.SIMULATED);
    }

    private boolean wentWell() {
        return simulated && result.verdict().status() == Status.PASSED;
    }

    /** Returns the mark of an input's source; none when all inputs come from the suite. */
    private String mark(InputSource source) {
        return switch (source) {
            case STATIC -> simulated ? "[Static] " : "";
            case INITIAL -> simulated ? "[Initial] " : "";
            case SIMULATED -> "[Simulated] ";
            case INTERACTIVE -> "[Interactive] ";
        };
    }

    /** Writes what the agent asks for; a turn skipped for lack of it says so itself. */
    private void hint(TurnResult turn) {
        if (sheet.isVerbose() && turn.answer().hint() != null && turn.wasSent() && dialogue.turns().stream()
                .noneMatch(other -> !other.wasSent() && Objects.equals(other.answer().hint(), turn.answer().hint()))) {
            line("Agent asks for: " + turn.answer().hint());
        }
    }

    private void skipped(TurnResult turn) {
        var reason = turn.outcome().skipReason();
        if (reason != null && !reason.equals(lastReason)) {
            line("Reason: " + reason);
            question(turn.answer().hint());
            advice(reason);
        }
        lastReason = reason;
    }

    private void question(@Nullable String question) {
        if (question != null && !question.isBlank()) {
            var lead = "Agent asked: ";
            sheet.add(INDENT + lead
                    + AgentLines.quoted(question, sheet.style().width() - INDENT.length() - lead.length()));
        }
    }

    /** Writes the advice that follows the turn's reason in the case's reason. */
    private void advice(String reason) {
        var whole = Objects.requireNonNullElse(result.verdict().skipReason(), "");
        if (whole.startsWith(reason + ". ")) {
            line("Hint: " + whole.substring(reason.length() + 2));
        }
    }

    private void line(String text) {
        sheet.wrapped(INDENT, Printable.line(text));
    }

    /** The line of a turn: its number, input, status and duration. */
    private record TurnHead(Sheet sheet, TurnResult turn) {

        /** Minimum columns of an input, however narrow the terminal. */
        private static final int LEAST = 12;
        private static final int LONGEST_NAME = 24;

        static void write(Sheet sheet, TurnResult turn, String indent, String mark) {
            var head = new TurnHead(sheet, turn);
            var name = turn.utterance().name() == null ? ""
                    : " (" + Columns.cut(Printable.line(turn.utterance().name()), LONGEST_NAME) + ")";
            var lead = "  ├─ Turn " + turn.utterance().turn() + name + ": ";
            if (turn.utterance().input() == null) {
                sheet.add(lead + Mark.word(turn.outcome().status(), sheet.style()));
            } else if (sheet.isVerbose()) {
                head.whole(lead + mark, indent, turn.utterance().input());
            } else {
                int left = sheet.style().width() - Columns.width(lead + mark) - head.endWidth();
                sheet.add(
                        lead + mark + AgentLines.quoted(turn.utterance().input(), Math.max(LEAST, left)) + head.end());
            }
        }

        /** Writes the whole input; the status follows its last line where there is room. */
        private void whole(String lead, String indent, String input) {
            int columns = sheet.style().width() - Math.max(Columns.width(lead), Columns.width(indent));
            var lines = Columns.wrap('"' + Printable.line(input) + '"', columns);
            var begin = lead;
            for (var line : lines.subList(0, lines.size() - 1)) {
                sheet.add(begin + line);
                begin = indent;
            }
            var last = begin + lines.getLast();
            if (Columns.width(last) + endWidth() <= sheet.style().width()) {
                sheet.add(last + end());
            } else {
                sheet.add(last);
                sheet.add(indent + end().stripLeading());
            }
        }

        private String end() {
            return " → " + Mark.word(turn.outcome().status(), sheet.style())
                    + (measures().isEmpty() ? "" : Paint.GREY.on(measures(), sheet.style()));
        }

        private int endWidth() {
            return Columns.width(" → " + turn.outcome().status().wire() + measures());
        }

        private String measures() {
            if (!turn.wasSent()) {
                return "";
            }
            var score = turn.score() == null ? "" : ", score " + AssertionLines.score(turn.score());
            return " (" + Seconds.text(Duration.ofMillis(turn.effort().durationMs())) + score + ")";
        }
    }
}
