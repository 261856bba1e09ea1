package dev.muster.common.agent;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;

/**
 * What the next call of a conversation continues from.
 *
 * @param said the messages of this answer in order, to append to the history: the agent's messages and tool calls, and
 *     the results of the calls that it answered itself
 * @param interrupts the agent's questions, each to be answered
 * @param pendingCalls ids of the tool calls that the caller has to answer
 */
public record Sequel(List<Message> said, List<Interrupt> interrupts, List<String> pendingCalls) {

    public Sequel {
        said = List.copyOf(said);
        interrupts = List.copyOf(interrupts);
        pendingCalls = List.copyOf(pendingCalls);
    }

    /** Returns the sequel of an answer that is one message whose calls have no results. */
    public static Sequel of(String text, List<ToolCall> calls) {
        List<ContentPart> content = text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
        boolean silent = text.isEmpty() && calls.isEmpty();
        return new Sequel(silent ? List.of() : List.of(new Message("assistant", content, calls, null)), List.of(),
                calls.stream().map(ToolCall::id).toList());
    }
}
