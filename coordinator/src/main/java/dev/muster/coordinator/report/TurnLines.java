package dev.muster.coordinator.report;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult;
import dev.muster.common.result.TurnResult.InputSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The turns of one conversation. Where a simulator led to a pass, a turn that passed takes a line, unless verbose. */
final class TurnLines {

    private static final String INDENT = "  │          ";

    private final Sheet sheet;
    private final CaseResult result;
    private final Dialogue dialogue;
    private final boolean simulated;
    private @Nullable String lastReason;

    TurnLines(Sheet sheet, CaseResult result, Dialogue dialogue) {
        this.sheet = sheet;
        this.result = result;
        this.dialogue = dialogue;
        this.simulated = Turns.isSimulated(dialogue);
    }

    void write(TurnResult turn) {
        TurnHead.write(sheet, turn, INDENT, mark(turn.source()));
        if (sheet.isVerbose() && turn.reasoning() != null && !turn.goalAchieved()) {
            told("Reasoning: " + turn.reasoning());
        }
        if (sheet.isVerbose() || !wentWell() || turn.status() != Status.PASSED) {
            AgentLines.write(sheet, INDENT, turn.output(), CallMade.of(turn));
            if (sheet.isVerbose() && turn.times() != null) {
                told(ClockText.span(turn.times().startMs(), turn.times().endMs()));
            }
            hint(turn);
            turn.assertions().forEach(assertion -> AssertionLines.write(sheet, INDENT, assertion));
        }
        CheckpointLines.reached(sheet, INDENT, dialogue.checkpoints(), turn.turn());
        if (turn.error() != null && !AssertionLines.tell(turn.assertions(), turn.error())) {
            told(turn.error());
        }
        skipped(turn);
        if (turn.goalAchieved()) {
            told("Goal achieved" + (turn.reasoning() == null ? "" : ": " + turn.reasoning()));
        }
    }

    private boolean wentWell() {
        return simulated && result.status() == Status.PASSED;
    }

    /** Where nobody but the suite spoke, that needs no saying. */
    private String mark(InputSource source) {
        return switch (source) {
            case STATIC -> simulated ? "[Static] " : "";
            case INITIAL -> simulated ? "[Initial] " : "";
            case SIMULATED -> "[Simulated] ";
            case INTERACTIVE -> "[Interactive] ";
        };
    }

    /** What the agent asks for; a turn that was skipped for want of it says so itself. */
    private void hint(TurnResult turn) {
        if (sheet.isVerbose() && turn.hint() != null && turn.wasSaid() && dialogue.turns().stream()
                .noneMatch(other -> !other.wasSaid() && Objects.equals(other.hint(), turn.hint()))) {
            told("Agent asks for: " + turn.hint());
        }
    }

    private void skipped(TurnResult turn) {
        var reason = turn.skipReason();
        if (reason != null && !reason.equals(lastReason)) {
            told("Reason: " + reason);
            asked(turn.hint());
            advice(reason);
        }
        lastReason = reason;
    }

    private void asked(@Nullable String question) {
        if (question != null) {
            var lead = "Agent asked: ";
            sheet.add(INDENT + lead
                    + AgentLines.quoted(question, sheet.style().width() - INDENT.length() - lead.length()));
        }
    }

    /** The case's reason begins with the turn's, and goes on with how to mend it. */
    private void advice(String reason) {
        var whole = Objects.requireNonNullElse(result.skipReason(), "");
        if (whole.startsWith(reason + ". ")) {
            told("Hint: " + whole.substring(reason.length() + 2));
        }
    }

    private void told(String text) {
        sheet.wrapped(INDENT, Printable.line(text));
    }
}
