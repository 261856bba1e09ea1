package dev.muster.common.agent;

import module java.base;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.config.Pricing;
import dev.muster.common.json.Flat;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A complete answer.
 *
 * @param finish why the answer ended: {@code stop}, {@code tool_calls}, {@code length}, {@code interrupt}, …
 * @param awaiting whether the agent waits for its user: by an interrupt, or by a tool call that it left to the frontend
 *     (AG-UI)
 * @param usage tokens; null when the agent reported none
 * @param warnings oddities that fail nothing, one sentence each
 */
@JsonPropertyOrder({"text", "tool_calls", "tool_results", "state", "custom", "finish", "awaiting", "usage", "timing",
    "warnings", "refusal", "texts", "sequel", "trace"})
public record AgentReply(Content content, String finish, boolean awaiting, @Nullable Usage usage, Timing timing,
        List<String> warnings, Sequel sequel, Trace trace) implements AgentOutcome {

    /** Reasons, in the words of any protocol, for which the end of an answer is missing. */
    private static final Set<String> CUT = Set.of("length", "max_tokens", "max_output_tokens", "incomplete",
            "content_filter", "content-filter");

    /** What an exchange that is no answer of an agent ends with. */
    public static final AgentReply NOTHING = of(Content.of("", List.of(), List.of(), null, List.of()), "stop", null,
            new Timing(0, -1, 0));

    /** For a protocol that reports nothing else. */
    public static AgentReply of(Content content, String finish, @Nullable Usage usage, Timing timing) {
        return new AgentReply(content, finish, false, usage, timing, List.of(),
                Sequel.of(content.text(), content.toolCalls()), Trace.of(Trace.Timeline.until(timing.end())));
    }

    /**
     * The content of an answer: what the agent said and did.
     *
     * @param text AG-UI and yao: the last assistant message; openai: the content
     * @param state the agent's state after the run; null when it sent none
     * @param custom custom events as {@code {name, value}}
     * @param refusal why the agent refused to answer; null when it did not
     * @param texts texts of the messages that make up the answer, in order; the last is {@code text}. A message that is
     *     explicitly empty is an empty text; an agent that sent no message has none
     */
    @Flat
    public record Content(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults,
            @Nullable JsonNode state, List<JsonNode> custom, @Nullable String refusal, List<String> texts) {

        public static Content of(String text, List<ToolCall> toolCalls, List<ToolResult> toolResults,
                @Nullable JsonNode state, List<JsonNode> custom) {
            return new Content(text, toolCalls, toolResults, state, custom, null, texts(text, false));
        }

        /** Returns the texts of all messages, without empty ones; an empty list where {@code text} is all that was said. */
        public List<String> several() {
            var spoken = texts.stream().filter(each -> !each.isEmpty()).toList();
            return spoken.equals(List.of(text)) ? List.of() : spoken;
        }

        /** @param sent whether the agent sent a message, perhaps an empty one */
        public static List<String> texts(String text, boolean sent) {
            return text.isEmpty() && !sent ? List.of() : List.of(text);
        }
    }

    /** Returns this reply with the cost of its tokens; unchanged when it reported none. */
    public AgentReply priced(Pricing pricing) {
        return usage == null ? this
                : with(usage.costing(pricing.usd(usage.input(), usage.output(), usage.cached())));
    }

    public AgentReply with(@Nullable Usage other) {
        return new AgentReply(content, finish, awaiting, other, timing, warnings, sequel, trace);
    }

    public AgentReply with(Content other) {
        return new AgentReply(other, finish, awaiting, usage, timing, warnings, sequel, trace);
    }

    public AgentReply with(Sequel other) {
        return new AgentReply(content, finish, awaiting, usage, timing, warnings, other, trace);
    }

    public AgentReply warning(String sentence) {
        var more = new ArrayList<>(warnings);
        more.add(sentence);
        return new AgentReply(content, finish, awaiting, usage, timing, List.copyOf(more), sequel, trace);
    }

    /** Whether the agent gave no reply: no message, not even an empty one, no call, no event or state, no question. */
    public boolean saysNothing() {
        return content.text().isEmpty() && content.texts().isEmpty() && content.toolCalls().isEmpty()
                && content.toolResults().isEmpty() && content.custom().isEmpty() && content.state() == null
                && content.refusal() == null && !awaiting && interrupts().isEmpty();
    }

    /** Whether its end is missing, since the tokens ran out or a filter stopped it. */
    public boolean wasCut() {
        return CUT.contains(finish);
    }

    public List<Message> said() {
        return sequel.said();
    }

    public List<Interrupt> interrupts() {
        return sequel.interrupts();
    }

    public List<String> pendingCalls() {
        return sequel.pendingCalls();
    }

    /** Returns the timeline on the agent's own clock if that is plausible, otherwise by arrival. */
    public Trace.Timeline timeline() {
        return trace.events() == null ? trace.arrivals() : trace.events();
    }

    /** Times in milliseconds since the request was sent; {@code firstText} is -1 when there was no text. */
    public record Timing(long firstEvent, long firstText, long end) {}

    /**
     * What the next call of a conversation continues from.
     *
     * @param said the messages of this answer in order, to append to the history: the agent's messages and tool calls, and
     *     the results of the calls that it answered itself
     * @param memory what the protocol itself needs in the next call; null for nothing, and in results
     */
    public record Sequel(List<Message> said, List<Interrupt> interrupts, List<String> pendingCalls,
            @JsonIgnore @Nullable JsonNode memory) {

        public Sequel(List<Message> said, List<Interrupt> interrupts, List<String> pendingCalls) {
            this(said, interrupts, pendingCalls, null);
        }

        /** Returns the sequel of an answer that is one message whose calls have no results. */
        public static Sequel of(String text, List<ToolCall> calls) {
            return new Sequel(said(text.isEmpty() ? List.of() : List.of(text), calls), List.of(),
                    calls.stream().map(ToolCall::id).toList());
        }

        /** Returns one message, or none where nothing was said or called. */
        public static List<Message> said(List<String> texts, List<ToolCall> calls) {
            return texts.isEmpty() && calls.isEmpty() ? List.of() : List.of(Message.assistant(texts, calls));
        }
    }
}
