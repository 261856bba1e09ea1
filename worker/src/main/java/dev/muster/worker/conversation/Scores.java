package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.TurnResult;
import org.jspecify.annotations.Nullable;

/** The score of a conversation: the weighted mean of all its scores (formats, "AgentEval"). */
final class Scores {

    private Scores() {}

    static @Nullable Double overall(List<TurnResult> turns, AssertionOutcome finals) {
        return AssertionResult.score(Stream.concat(turns.stream().flatMap(turn -> turn.assertions().stream()),
                finals.results().stream()).toList());
    }

    static String text(double score) {
        return String.format(Locale.ROOT, "%.2f", score);
    }
}
