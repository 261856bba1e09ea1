package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.CheckpointResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.report.Printable;

/** Checkpoints, below the turns that reached them; missed ones at the end. */
final class CheckpointLines {

    private CheckpointLines() {}

    static void reached(Sheet sheet, String indent, List<CheckpointResult> checkpoints, int turn) {
        checkpoints.stream().filter(each -> Objects.equals(each.reachedAtTurn(), turn))
                .forEach(each -> sheet.marked(indent, Mark.of(Status.PASSED), "checkpoint " + label(each)));
    }

    static String title(List<CheckpointResult> checkpoints) {
        long reached = checkpoints.stream().filter(CheckpointResult::passed).count();
        return "Checkpoints: " + reached + "/" + checkpoints.size() + " reached";
    }

    static void missing(Sheet sheet, String indent, List<CheckpointResult> checkpoints) {
        checkpoints.stream().filter(each -> !each.passed()).forEach(each -> missing(sheet, indent, each));
    }

    private static void missing(Sheet sheet, String indent, CheckpointResult checkpoint) {
        var mark = Mark.of(checkpoint.required() ? Status.FAILED : Status.SKIPPED);
        sheet.marked(indent, mark, label(checkpoint) + (checkpoint.required() ? "" : " (optional)"));
        sheet.wrapped(indent + "  ", checkpoint.reason() == null ? "never tried" : Printable.line(checkpoint.reason()));
    }

    private static String label(CheckpointResult checkpoint) {
        var description = checkpoint.description();
        return Printable.line(checkpoint.id() + (description == null ? "" : ": " + description));
    }
}
