package dev.muster.common.model;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * One message of a history.
 *
 * @param role {@code user}, {@code assistant}, {@code system}, {@code developer} or {@code tool}
 * @param content parts in order; empty for an assistant that only called tools
 * @param toolCalls the calls an assistant made
 * @param toolCallId for role {@code tool}: the call that this message answers; otherwise null
 * @param id the agent's id of the message; null if the agent has not seen it or gave no id
 */
public record Message(String role, List<ContentPart> content, List<ToolCall> toolCalls, @Nullable String toolCallId,
        @Nullable String id) {

    public Message(String role, List<ContentPart> content, List<ToolCall> toolCalls, @Nullable String toolCallId) {
        this(role, content, toolCalls, toolCallId, null);
    }

    public static Message tool(String toolCallId, String content) {
        return new Message("tool", List.of(new ContentPart.Text(content)), List.of(), toolCallId);
    }

    public static Message user(String text) {
        return new Message("user", List.of(new ContentPart.Text(text)), List.of(), null);
    }

    public static Message assistant(List<String> texts, List<ToolCall> toolCalls) {
        return new Message("assistant", texts.stream().<ContentPart>map(ContentPart.Text::new).toList(), toolCalls,
                null);
    }

    public Message plus(ContentPart part) {
        var longer = new ArrayList<>(content);
        longer.add(part);
        return new Message(role, longer, toolCalls, toolCallId, id);
    }

    public String text() {
        return String.join("\n", content.stream().filter(ContentPart.Text.class::isInstance)
                .map(part -> ((ContentPart.Text) part).text()).toList());
    }
}
