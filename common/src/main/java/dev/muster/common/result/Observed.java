package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Flat;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The target's observed behavior.
 *
 * @param response the agent's last text; null when it never answered
 * @param judged the answer as the case's assertions saw it; null when the other members contain all that they read
 */
@Flat
public record Observed(int messagesCount, @Nullable String response, List<ToolCall> toolCalls,
        List<ToolResult> toolResults, @Nullable JsonNode state, @Nullable AgentReply judged) {

    public Observed {
        toolCalls = List.copyOf(toolCalls);
        toolResults = List.copyOf(toolResults);
    }

    public static Observed nothing(int messagesCount) {
        return new Observed(messagesCount, null, List.of(), List.of(), null, null);
    }

    public static Observed of(int messagesCount, @Nullable AgentReply reply, @Nullable AgentReply judged) {
        if (reply == null) {
            return new Observed(messagesCount, null, List.of(), List.of(), null, judged);
        }
        var said = reply.content();
        return new Observed(messagesCount, said.text(), said.toolCalls(), said.toolResults(), said.state(), judged);
    }
}
