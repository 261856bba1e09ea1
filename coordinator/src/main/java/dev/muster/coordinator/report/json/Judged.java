package dev.muster.coordinator.report.json;

import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Dialogue;

/** Whether anything judged a result: a case without an assertion passes as soon as its agent answers. */
final class Judged {

    private Judged() {}

    static boolean is(CaseResult result) {
        return !result.assertions().isEmpty() || (result.dialogue() != null && onTheWay(result.dialogue()));
    }

    private static boolean onTheWay(Dialogue dialogue) {
        return !dialogue.checkpoints().isEmpty()
                || dialogue.turns().stream().anyMatch(turn -> !turn.assertions().isEmpty());
    }
}
