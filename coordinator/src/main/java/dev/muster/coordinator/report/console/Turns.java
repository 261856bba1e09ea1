package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.result.Dialogue;
import dev.muster.common.result.Status;
import dev.muster.common.result.TurnResult.InputSource;

/** Text about turns, common to all reports. */
final class Turns {

    private Turns() {}

    /** Whether a simulator took part; one that was not needed does not count. */
    static boolean isSimulated(Dialogue dialogue) {
        return dialogue.kind() == Dialogue.Kind.DYNAMIC
                || dialogue.turns().stream().anyMatch(turn -> turn.utterance().source() == InputSource.SIMULATED);
    }

    static String word(Status status, ConsoleStyle style) {
        return Mark.of(status).paint().on(status.wire().toUpperCase(Locale.ROOT), style);
    }

    static String score(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }
}
