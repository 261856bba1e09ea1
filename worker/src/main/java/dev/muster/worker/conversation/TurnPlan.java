package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.result.InputSource;
import dev.muster.common.result.Utterance;
import org.jspecify.annotations.Nullable;

/** What is known of a turn before it is sent; the reasoning is the simulator's. */
record TurnPlan(@Nullable String name, @Nullable String input, InputSource source, @Nullable String reasoning,
        boolean goalAchieved) {

    static TurnPlan of(@Nullable String name, String input, InputSource source) {
        return new TurnPlan(name, input, source, null, false);
    }

    Utterance utterance(int turn, @Nullable String runId) {
        return new Utterance(turn, name, runId, input, source, reasoning, goalAchieved);
    }
}
