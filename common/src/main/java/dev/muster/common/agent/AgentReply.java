package dev.muster.common.agent;

import dev.muster.common.model.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A complete answer.
 *
 * @param text what the agent said: AG-UI the last assistant message, openai the content
 * @param toolCalls in the order they were started
 * @param toolResults in the order they arrived
 * @param state the agent's state after the run; null when it sent none
 * @param custom custom events as {@code {name, value}}
 * @param finish why it ended: {@code stop}, {@code tool_calls}, {@code length}, {@code interrupt}, …
 * @param awaiting the agent declared that it waits for the user
 * @param usage tokens; null when the agent told none
 * @param timing when things happened
 * @param warnings what was odd and fails nothing, a sentence each
 */
public record AgentReply(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults, @Nullable JsonNode state,
        List<JsonNode> custom, String finish, boolean awaiting, @Nullable Usage usage, Timing timing,
        List<String> warnings) implements AgentOutcome {

    public AgentReply {
        toolCalls = List.copyOf(toolCalls);
        toolResults = List.copyOf(toolResults);
        custom = List.copyOf(custom);
        warnings = List.copyOf(warnings);
    }

    /**
     * Milliseconds from sending the request.
     *
     * @param firstEvent the first byte of an answer that was understood
     * @param firstText the first piece of text; -1 when there was none
     * @param end the end of the stream
     */
    public record Timing(long firstEvent, long firstText, long end) {}
}
