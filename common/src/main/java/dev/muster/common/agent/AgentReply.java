package dev.muster.common.agent;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.config.Pricing;
import dev.muster.common.json.Flat;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A complete answer.
 *
 * @param finish why it ended: {@code stop}, {@code tool_calls}, {@code length}, {@code interrupt}, …
 * @param awaiting the agent waits for its user: by an interrupt, or by a call that it left to the frontend (AG-UI)
 * @param usage tokens; null when the agent told none
 * @param timing when things happened
 * @param warnings what was odd and fails nothing, a sentence each
 * @param sequel what the next call takes up
 * @param trace how it came about
 */
@JsonPropertyOrder({"text", "tool_calls", "tool_results", "state", "custom", "finish", "awaiting", "usage", "timing",
    "warnings", "refusal", "texts", "sequel", "trace"})
public record AgentReply(Content content, String finish, boolean awaiting, @Nullable Usage usage, Timing timing,
        List<String> warnings, Sequel sequel, Trace trace) implements AgentOutcome {

    public AgentReply {
        warnings = List.copyOf(warnings);
    }

    /** By a protocol that tells no more. */
    public static AgentReply of(Content content, String finish, @Nullable Usage usage, Timing timing) {
        return new AgentReply(content, finish, false, usage, timing, List.of(),
                Sequel.of(content.text(), content.toolCalls()), Trace.of(Timeline.until(timing.end())));
    }

    /**
     * What the agent said and did.
     *
     * @param text AG-UI and yao the last assistant message, openai the content
     * @param toolCalls in the order they were started
     * @param toolResults in the order they arrived
     * @param state the agent's state after the run; null when it sent none
     * @param custom custom events as {@code {name, value}}
     * @param refusal why the agent refused to answer; null when it did not
     * @param texts of the messages that the answer is made of, in order; the last is {@code text}
     */
    @Flat
    public record Content(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults,
            @Nullable JsonNode state, List<JsonNode> custom, @Nullable String refusal, List<String> texts) {

        public Content {
            toolCalls = List.copyOf(toolCalls);
            toolResults = List.copyOf(toolResults);
            custom = List.copyOf(custom);
            texts = List.copyOf(texts);
        }

        /** In one message. */
        public static Content of(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults,
                @Nullable JsonNode state, List<JsonNode> custom) {
            return new Content(text, toolCalls, toolResults, state, custom, null,
                    text.isEmpty() ? List.of() : List.of(text));
        }
    }

    /** The same with what its tokens cost; as it is when it told none. */
    public AgentReply priced(Pricing pricing) {
        return usage == null ? this
                : with(usage.costing(pricing.usd(usage.input(), usage.output(), usage.cached())));
    }

    /** The same that took so much. */
    public AgentReply with(@Nullable Usage other) {
        return new AgentReply(content, finish, awaiting, other, timing, warnings, sequel, trace);
    }

    /** The same that said and did this. */
    public AgentReply with(Content other) {
        return new AgentReply(other, finish, awaiting, usage, timing, warnings, sequel, trace);
    }

    /** The same that is gone on with like this. */
    public AgentReply with(Sequel other) {
        return new AgentReply(content, finish, awaiting, usage, timing, warnings, other, trace);
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
