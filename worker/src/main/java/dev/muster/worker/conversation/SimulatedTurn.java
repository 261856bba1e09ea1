package dev.muster.worker.conversation;

import dev.muster.common.result.InputSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The simulated user's next step. */
sealed interface SimulatedTurn {

    /**
     * It has a message, which is empty only when its goal is achieved.
     *
     * @param answer a structured answer to what the agent waits for, as it is sent; null for words
     */
    record Message(String input, boolean goalAchieved, @Nullable String reasoning, @Nullable JsonNode answer)
            implements
                SimulatedTurn {

        TurnPlan plan() {
            return new TurnPlan(null, input, InputSource.SIMULATED, reasoning, goalAchieved);
        }
    }

    /** It gave nothing usable. */
    record Fails(String error) implements SimulatedTurn {}

    /** The case timed out. */
    record OutOfTime() implements SimulatedTurn {}
}
