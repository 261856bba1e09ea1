package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/**
 * The input of a turn and its source.
 *
 * @param turn from 1
 * @param runId id of the call at the agent; null when none was made
 * @param input null when nothing was sent
 */
@Flat
public record Utterance(int turn, @Nullable String name, @Nullable String runId, @Nullable String input,
        InputSource source, @Nullable String reasoning, boolean goalAchieved) {}
