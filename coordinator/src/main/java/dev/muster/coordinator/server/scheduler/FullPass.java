package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Turn;
import dev.muster.common.result.Status;

/**
 * Looks whether a result that passed has what a pass of its case must have. One that lacks it is a forgery, a bug, or of a
 * worker of another version.
 */
final class FullPass {

    private FullPass() {}

    /** Returns what a passed result lacks, as the end of a sentence; empty when it lacks nothing or did not pass. */
    static Optional<String> lacking(TestCase of, ReportedResult result) {
        if (result.verdict().status() != Status.PASSED || of.conversation() instanceof Conversation.ScriptTest) {
            return Optional.empty();
        }
        var turns = of.conversation().turns();
        // a turn that must fail, and does, ends what is checked
        boolean mayEndEarly = turns.stream().anyMatch(turn -> Boolean.FALSE.equals(turn.expected().success()));
        var evaluated = result.head().evaluated();
        if (!mayEndEarly && evaluated.assertions() < of.assertions().size()) {
            return Optional.of(counted(evaluated.assertions(), of.assertions().size()));
        }
        // a result that was too large for a message has no record of its conversation
        return evaluated.checkpoints() == null ? Optional.empty()
                : checkpoint(of, evaluated.checkpoints()).or(() -> turn(turns, evaluated.turns()));
    }

    private static String counted(int has, int needs) {
        return has + " of the " + needs + " assertions of its case";
    }

    /** Counts them: their ids are masked where a secret or a pattern is in them. */
    private static Optional<String> checkpoint(TestCase of, long has) {
        long needs = of.conversation().checkpoints().stream().filter(each -> each.required()).count();
        return has >= needs ? Optional.empty()
                : Optional.of(has + " of the " + needs + " required checkpoints of its case");
    }

    /** Looks at turns that were said, where turns are said in their order. */
    private static Optional<String> turn(List<Turn> turns, List<Integer> said) {
        if (turns.stream().anyMatch(turn -> turn.path().goTo() != null || turn.path().when() != null)) {
            return Optional.empty();
        }
        for (int i = 0; i < Math.min(turns.size(), said.size()); i++) {
            var turn = turns.get(i);
            int has = said.get(i);
            if (has >= 0 && !Boolean.FALSE.equals(turn.expected().success()) && has < turn.assertions().size()) {
                return Optional.of(counted(has, turn.assertions().size()) + ", turn " + (i + 1));
            }
        }
        return Optional.empty();
    }
}
