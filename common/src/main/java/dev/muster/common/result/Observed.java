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
 * @param replies the texts of all its messages, in order; empty where it sent only one, and where turns have them
 * @param sent null when nothing was, and in results of before
 * @param judged the answer as the case's assertions saw it; null when the other members contain all that they read
 * @param finish why the agent's last answer ended: {@code stop}, {@code length}, …; null when it never answered
 */
@Flat
public record Observed(int messagesCount, @Nullable String response, List<String> replies, List<ToolCall> toolCalls,
        List<ToolResult> toolResults, @Nullable JsonNode state, @Nullable AgentReply judged,
        @Nullable SentMessages sent, @Nullable String finish) {

    public static Observed nothing(int messagesCount) {
        return new Observed(messagesCount, null, List.of(), List.of(), List.of(), null, null, null, null);
    }

    public static Observed of(int messagesCount, @Nullable AgentReply reply, List<String> replies,
            @Nullable AgentReply judged, @Nullable SentMessages sent) {
        if (reply == null) {
            return new Observed(messagesCount, null, List.of(), List.of(), List.of(), null, judged, sent, null);
        }
        var content = reply.content();
        return new Observed(messagesCount, content.text(), replies, content.toolCalls(), content.toolResults(),
                content.state(),
                judged,
                sent, reply.finish());
    }

    public Observed with(@Nullable SentMessages other) {
        return new Observed(messagesCount, response, replies, toolCalls, toolResults, state, judged, other, finish);
    }

    /** Returns this without what the agent answered. */
    Observed withoutReplies() {
        return new Observed(messagesCount, null, List.of(), List.of(), List.of(), null, null, sent, finish);
    }
}
