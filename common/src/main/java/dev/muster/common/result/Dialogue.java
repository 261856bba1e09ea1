package dev.muster.common.result;

import dev.muster.common.agent.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of a conversation of several turns.
 *
 * @param kind how it was held
 * @param simulator the simulator's reference; null when the case has none
 * @param turns in order, with those that were not run
 * @param checkpoints in the suite's order
 * @param score weighted mean of oracle scores over turns and finals; null when nothing gave a score
 * @param helpers tokens of simulators and validators
 */
public record Dialogue(Kind kind, @Nullable String simulator, List<TurnResult> turns,
        List<CheckpointResult> checkpoints, @Nullable Double score, Usage helpers) {

    public Dialogue {
        turns = List.copyOf(turns);
        checkpoints = List.copyOf(checkpoints);
    }

    /** How many turns were said to the agent. */
    public int turnsSaid() {
        return (int) turns.stream().filter(TurnResult::wasSaid).count();
    }

    /** How a conversation was held. */
    public enum Kind {
        SCRIPTED,
        DYNAMIC
    }
}
