package dev.muster.common.agent;

import module java.base;
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

    /** The outcome of an exchange that is no answer of an agent. */
    public static final AgentReply NOTHING = of(Content.of("", List.of(), List.of(), null, List.of()), "stop", null,
            new Timing(0, -1, 0));

    /** For a protocol that reports nothing else. */
    public static AgentReply of(Content content, String finish, @Nullable Usage usage, Timing timing) {
        return new AgentReply(content, finish, false, usage, timing, List.of(),
                Sequel.of(content.text(), content.toolCalls()), Trace.of(Timeline.until(timing.end())));
    }

    /**
     * The content of an answer: the texts and actions of the agent.
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

        /** Returns the texts of all messages, without empty ones; an empty list where {@code text} is the only one. */
        public List<String> several() {
            var nonEmpty = texts.stream().filter(each -> !each.isEmpty()).toList();
            return nonEmpty.equals(List.of(text)) ? List.of() : nonEmpty;
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

    public List<Message> messages() {
        return sequel.messages();
    }

    public List<Interrupt> interrupts() {
        return sequel.interrupts();
    }

    public List<String> pendingCalls() {
        return sequel.pendingCalls();
    }

    /** Returns the timeline on the agent's own clock if that is plausible, otherwise by arrival. */
    public Timeline timeline() {
        return trace.events() == null ? trace.arrivals() : trace.events();
    }

    /** Times in milliseconds since the request was sent; {@code firstText} is -1 when there was no text. */
    public record Timing(long firstEvent, long firstText, long end) {}
}
