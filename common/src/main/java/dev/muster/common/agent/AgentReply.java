package dev.muster.common.agent;

import dev.muster.common.config.Pricing;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A complete answer.
 *
 * @param text what the agent said: AG-UI and yao the last assistant message, openai the content
 * @param toolCalls in the order they were started
 * @param toolResults in the order they arrived
 * @param state the agent's state after the run; null when it sent none
 * @param custom custom events as {@code {name, value}}
 * @param finish why it ended: {@code stop}, {@code tool_calls}, {@code length}, {@code interrupt}, …
 * @param awaiting the agent waits for its user: by an interrupt, or by a call that it left to the frontend (AG-UI)
 * @param usage tokens; null when the agent told none
 * @param timing when things happened
 * @param warnings what was odd and fails nothing, a sentence each
 * @param refusal why the agent refused to answer; null when it did not
 * @param texts of the messages that the answer is made of, in order; the last is {@code text}
 * @param sequel what the next call takes up
 * @param trace how it came about
 */
public record AgentReply(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults, @Nullable JsonNode state,
        List<JsonNode> custom, String finish, boolean awaiting, @Nullable Usage usage, Timing timing,
        List<String> warnings, @Nullable String refusal, List<String> texts, Sequel sequel, Trace trace)
        implements
            AgentOutcome {

    public AgentReply {
        toolCalls = List.copyOf(toolCalls);
        toolResults = List.copyOf(toolResults);
        custom = List.copyOf(custom);
        warnings = List.copyOf(warnings);
        texts = List.copyOf(texts);
    }

    /** An answer in one message, by a protocol that tells no more. */
    public AgentReply(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults, @Nullable JsonNode state,
            List<JsonNode> custom, String finish, boolean awaiting, @Nullable Usage usage, Timing timing,
            List<String> warnings) {
        this(text, toolCalls, toolResults, state, custom, finish, awaiting, usage, timing, warnings, null,
                text.isEmpty() ? List.of() : List.of(text), Sequel.of(text, toolCalls),
                Trace.of(Timeline.until(timing.end())));
    }

    /** The same with what its tokens cost; as it is when it told none. */
    public AgentReply priced(Pricing pricing) {
        return usage == null ? this
                : using(usage.costing(pricing.usd(usage.input(), usage.output(), usage.cached())));
    }

    /** The same that took so much. */
    public AgentReply using(@Nullable Usage other) {
        return new AgentReply(text, toolCalls, toolResults, state, custom, finish, awaiting, other, timing, warnings,
                refusal, texts, sequel, trace);
    }

    /** For the end of the history. */
    public List<Message> said() {
        return sequel.said();
    }

    /** What the agent asks, each to be answered by the next call. */
    public List<Interrupt> interrupts() {
        return sequel.interrupts();
    }

    /** Ids of the tool calls that the caller is to answer. */
    public List<String> pendingCalls() {
        return sequel.pendingCalls();
    }

    /** On the agent's own clock where it has one that can be believed, else by arrival. */
    public Timeline timeline() {
        return trace.events() == null ? trace.arrivals() : trace.events();
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
