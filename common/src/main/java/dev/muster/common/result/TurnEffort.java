package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/** The tokens and time of a turn, from sending the input to the end of the answer. */
@Flat
public record TurnEffort(Usage usage, long durationMs, @Nullable TurnTimes times) {

    public static final TurnEffort NONE = new TurnEffort(Usage.NONE, 0, null);
}
