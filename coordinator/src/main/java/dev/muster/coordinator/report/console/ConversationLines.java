package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.MutedCases;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ProblemIds;

/** A multi-turn case: a tree of its turns, and how it ended. */
final class ConversationLines {

    private static final String SIGN = "►";
    private static final String GAP = "  │";
    private final Sheet sheet;
    private final CaseResult result;
    private final Dialogue dialogue;
    private final ShownErrors errors;

    ConversationLines(Sheet sheet, CaseResult result, Dialogue dialogue, ShownErrors errors) {
        this.sheet = sheet;
        this.result = result;
        this.dialogue = dialogue;
        this.errors = errors;
    }

    /**
     * @param where its cell and repeat, after its name
     * @param errors those that were shown so far
     */
    static void write(Sheet sheet, CaseResult result, Dialogue dialogue, String where, ShownErrors errors) {
        var lines = new ConversationLines(sheet, result, dialogue, errors);
        lines.heading(where);
        lines.history();
        lines.turns();
        lines.endings();
    }

    private void heading(String where) {
        var about = new ArrayList<String>();
        long planned = dialogue.turns().stream().filter(turn -> turn.utterance().input() != null).count();
        if (TurnLines.isSimulated(dialogue)) {
            about.add("simulator: " + simulator());
        } else if (planned > 1) {
            about.add(planned + " turns");
        }
        if (dialogue.score() != null) {
            about.add("score " + AssertionLines.score(dialogue.score()));
        }
        if (ProblemIds.isUnwell(result.verdict().status())) {
            about.add(CaseLines.time(result));
        }
        var tail = where + (about.isEmpty() ? "" : " (" + String.join(", ", about) + ")");
        sheet.heading(Mark.of(result.verdict().status()).paint().on(SIGN, sheet.style()), result, tail);
    }

    private void history() {
        if (sheet.isVerbose() && result.observed().sent() != null) {
            AgentLines.sent(sheet, GAP + "  ", result.observed().sent());
            sheet.add(GAP);
        }
    }

    private String simulator() {
        var named = Printable.line(Objects.requireNonNullElse(dialogue.simulator(), "none"));
        return named.startsWith("agents:") ? named.substring("agents:".length()) : named;
    }

    private void turns() {
        var lines = new TurnLines(sheet, result, dialogue, errors);
        boolean open = false;
        for (var turn : dialogue.turns()) {
            int before = sheet.size();
            lines.write(turn);
            open = sheet.size() == before + 1;
            if (!open) {
                sheet.add(GAP);
            }
        }
        if (open) {
            sheet.add(GAP);
        }
    }

    private void endings() {
        var endings = new ArrayList<Ending>();
        if (!dialogue.checkpoints().isEmpty()) {
            endings.add(new Ending(checkpointTitle(), this::missing));
        }
        if (showsFinals()) {
            endings.add(new Ending("Final Assertions: " + Mark.word(finalStatus(), sheet.style()),
                    indent -> result.assertions().forEach(each -> AssertionLines.write(sheet, indent, each))));
        }
        if (endings.isEmpty() || saysMore()) {
            endings.add(new Ending("Result: " + Mark.word(result.verdict().status(), sheet.style()), this::outcome));
        }
        write(endings.iterator());
    }

    private void write(Iterator<Ending> endings) {
        while (endings.hasNext()) {
            var ending = endings.next();
            boolean last = !endings.hasNext();
            sheet.add((last ? "  └─ " : "  ├─ ") + ending.title());
            ending.body().accept(last ? "     " : "  │  ");
            if (!last) {
                sheet.add(GAP);
            }
        }
    }

    /** Returns the status of the final assertions; failed takes precedence over not judged. */
    private Status finalStatus() {
        return result.assertions().stream().anyMatch(AssertionResult::failed) ? Status.FAILED
                : result.assertions().stream().allMatch(AssertionResult::passed) ? Status.PASSED : Status.ERROR;
    }

    /**
     * Whether to show final assertions; a passed scripted conversation always ends with them, even if there are none.
     */
    private boolean showsFinals() {
        return !result.assertions().isEmpty()
                || (result.verdict().status() == Status.PASSED && dialogue.kind() == Dialogue.Kind.SCRIPTED);
    }

    /** Whether the outcome adds something to the final assertions: a different end, or a reason. */
    private boolean saysMore() {
        if (result.verdict().status() == Status.PASSED) {
            return !showsFinals();
        }
        return result.verdict().error() != null || result.verdict().status() != Status.FAILED
                || result.assertions().stream().allMatch(AssertionResult::passed);
    }

    /** Writes the outcome, except what the lines above already say. */
    private void outcome(String indent) {
        var errors = dialogue.turns().stream().map(each -> each.outcome().error()).filter(Objects::nonNull).toList();
        if (result.verdict().error() != null && !errors.contains(result.verdict().error())
                && !isInTurns(result.verdict().error())) {
            sheet.wrapped(indent, Printable.line(withoutReasons(result.verdict().error(), dialogue.checkpoints())));
        }
        if (result.muted() != null) {
            sheet.wrapped(indent, "Muted: " + Printable.line(MutedCases.text(result.muted())));
            return;
        }
        boolean shown = dialogue.turns().stream().map(each -> each.outcome().skipReason()).filter(Objects::nonNull)
                .anyMatch(reason -> String.valueOf(result.verdict().skipReason()).startsWith(reason));
        if (result.verdict().skipReason() != null && !shown) {
            sheet.wrapped(indent, "Reason: " + Printable.line(result.verdict().skipReason()));
        }
    }

    private boolean isInTurns(String error) {
        return AssertionLines.tell(result.assertions(), error)
                || dialogue.checkpoints().stream().anyMatch(each -> error.equals(each.reason()));
    }

    private static String withoutReasons(String error, List<CheckpointResult> checkpoints) {
        var rest = error;
        for (var each : checkpoints) {
            rest = rest.replace("; checkpoint " + each.id() + " failed: " + each.reason(), "");
        }
        return rest;
    }

    /** @param body writes what follows the title, with an indent */
    private record Ending(String title, Consumer<String> body) {}

    /** Writes the checkpoints that a turn reached, below it. */
    static void reached(Sheet sheet, String indent, List<CheckpointResult> checkpoints, int turn) {
        checkpoints.stream().filter(each -> Objects.equals(each.reachedAtTurn(), turn))
                .forEach(each -> sheet.marked(indent, Mark.of(Status.PASSED), "checkpoint " + label(each)));
    }

    private String checkpointTitle() {
        var checkpoints = dialogue.checkpoints();
        long reached = checkpoints.stream().filter(CheckpointResult::passed).count();
        return "Checkpoints: " + reached + "/" + checkpoints.size() + " reached";
    }

    private void missing(String indent) {
        dialogue.checkpoints().stream().filter(each -> !each.passed()).forEach(each -> missing(indent, each));
    }

    private void missing(String indent, CheckpointResult checkpoint) {
        var mark = Mark.of(checkpoint.required() ? Status.FAILED : Status.SKIPPED);
        sheet.marked(indent, mark, label(checkpoint) + (checkpoint.required() ? "" : " (optional)"));
        sheet.wrapped(indent + "  ",
                checkpoint.reason() == null ? "never tried" : Printable.line(checkpoint.reason()));
    }

    private static String label(CheckpointResult checkpoint) {
        var description = checkpoint.description();
        return Printable.line(checkpoint.id() + (description == null ? "" : ": " + description));
    }
}
