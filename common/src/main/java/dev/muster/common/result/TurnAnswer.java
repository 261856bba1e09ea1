package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Flat;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The agent's answer.
 *
 * @param output the agent's last message; null when it never answered
 * @param replies the texts of all its messages, in order; empty where it sent only one
 * @param artifacts files and custom events of this turn
 * @param awaiting why the agent counts as waiting or done; null when it did not answer
 * @param hint what the agent asks for, as text for users; null when it did not say
 * @param finish why the answer ended: {@code stop}, {@code length}, …; null when it never answered
 */
@Flat
public record TurnAnswer(@Nullable String output, List<String> replies, List<ToolCall> toolCalls,
        List<ToolResult> toolResults,
        List<JsonNode> artifacts, @Nullable AwaitingState awaiting, @Nullable String hint, @Nullable String finish) {

    public static final TurnAnswer NONE = new TurnAnswer(null, List.of(), List.of(), List.of(), List.of(), null, null,
            null);
}
