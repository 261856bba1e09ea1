package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The record of a conversation with several turns.
 *
 * @param turns in order, including those that were not run
 * @param score weighted mean of oracle scores over turns and finals; null when nothing gave a score
 * @param helpers tokens of simulators and validators
 */
public record Dialogue(Kind kind, @Nullable String simulator, List<TurnResult> turns,
        List<CheckpointResult> checkpoints, @Nullable Double score, Usage helpers) {

    Dialogue withoutReplies() {
        return new Dialogue(kind, simulator, turns.stream().map(TurnResult::withoutReply).toList(), checkpoints, score,
                helpers);
    }

    public int turnsSent() {
        return (int) turns.stream().filter(TurnResult::wasSent).count();
    }

    public enum Kind {
        SCRIPTED,
        DYNAMIC
    }
}
