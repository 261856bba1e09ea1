package dev.muster.common.model;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One message of a history.
 *
 * @param role {@code user}, {@code assistant}, {@code system}, {@code developer} or {@code tool}
 * @param content parts in order; empty for an assistant that only called tools
 * @param toolCalls the calls an assistant made
 * @param toolCallId for role {@code tool}: the call that this answers; otherwise null
 */
public record Message(String role, List<ContentPart> content, List<ToolCall> toolCalls, @Nullable String toolCallId) {

    public Message {
        content = List.copyOf(content);
        toolCalls = List.copyOf(toolCalls);
    }

    public static Message user(String text) {
        return new Message("user", List.of(new ContentPart.Text(text)), List.of(), null);
    }

    /** The text parts, joined by newlines. */
    public String text() {
        return String.join("\n", content.stream().filter(ContentPart.Text.class::isInstance)
                .map(part -> ((ContentPart.Text) part).text()).toList());
    }
}
