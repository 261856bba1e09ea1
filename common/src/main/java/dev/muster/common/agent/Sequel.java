package dev.muster.common.agent;

import module java.base;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The state that the next call of a conversation continues from.
 *
 * @param messages the messages of this answer in order, to append to the history: the agent's messages and tool calls,
 *            and
 *     the results of the calls that it answered itself
 * @param memory what the protocol itself needs in the next call; null for nothing, and in results
 */
public record Sequel(@JsonProperty("said") List<Message> messages, List<Interrupt> interrupts,
        List<String> pendingCalls,
        @JsonIgnore @Nullable JsonNode memory) {

    public Sequel(List<Message> messages, List<Interrupt> interrupts, List<String> pendingCalls) {
        this(messages, interrupts, pendingCalls, null);
    }

    /** Returns the sequel of an answer that is one message whose calls have no results. */
    public static Sequel of(String text, List<ToolCall> calls) {
        return new Sequel(messages(text.isEmpty() ? List.of() : List.of(text), calls), List.of(),
                calls.stream().map(ToolCall::id).toList());
    }

    /** Returns one message, or none without a text and a call. */
    public static List<Message> messages(List<String> texts, List<ToolCall> calls) {
        return texts.isEmpty() && calls.isEmpty() ? List.of() : List.of(Message.assistant(texts, calls));
    }
}
