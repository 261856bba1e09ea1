package dev.muster.common.agent;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import java.util.List;

/**
 * What the next call of a conversation takes up.
 *
 * @param said the messages of this answer in their order, for the end of the history: what the agent said and called,
 *     and the results of the calls that it answered itself
 * @param interrupts what the agent asks, each to be answered
 * @param pendingCalls ids of the tool calls that the caller is to answer
 */
public record Sequel(List<Message> said, List<Interrupt> interrupts, List<String> pendingCalls) {

    public Sequel {
        said = List.copyOf(said);
        interrupts = List.copyOf(interrupts);
        pendingCalls = List.copyOf(pendingCalls);
    }

    /** Of an answer that is one message, its calls all without a result. */
    public static Sequel of(String text, List<ToolCall> calls) {
        List<ContentPart> content = text.isEmpty() ? List.of() : List.of(new ContentPart.Text(text));
        boolean silent = text.isEmpty() && calls.isEmpty();
        return new Sequel(silent ? List.of() : List.of(new Message("assistant", content, calls, null)), List.of(),
                calls.stream().map(ToolCall::id).toList());
    }
}
