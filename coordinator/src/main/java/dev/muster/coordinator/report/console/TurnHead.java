package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.TurnResult;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Seconds;

/** The line of a turn: its number, input, status and duration. */
record TurnHead(Sheet sheet, TurnResult turn) {

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
            sheet.add(lead + mark + AgentLines.quoted(turn.utterance().input(), Math.max(LEAST, left)) + head.end());
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
        if (!turn.wasSaid()) {
            return "";
        }
        var score = turn.score() == null ? "" : ", score " + ScoreText.score(turn.score());
        return " (" + Seconds.text(Duration.ofMillis(turn.effort().durationMs())) + score + ")";
    }
}
