package dev.muster.common.result;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.ContentPart.Media;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;

/**
 * What the target was sent before its first answer: in standard mode all messages, in a conversation the history before
 * its first turn. The data of attachments is left out.
 *
 * @param messages empty where they are stored: the definition of the case has them
 * @param written whether they are the messages of the case's definition
 */
public record SentMessages(List<Message> messages, boolean written) {

    private static final String USER = "user";

    /** Returns null for no messages. */
    public static @Nullable SentMessages of(List<Message> messages) {
        return messages.isEmpty() ? null
                : new SentMessages(messages.stream().map(SentMessages::withoutData).toList(), false);
    }

    private static Message withoutData(Message message) {
        return message.content().stream().allMatch(ContentPart.Text.class::isInstance) ? message
                : new Message(message.role(), message.content().stream().map(SentMessages::withoutData).toList(),
                        message.toolCalls(), message.toolCallId(), message.id());
    }

    private static ContentPart withoutData(ContentPart part) {
        return !(part instanceof Media media) ? part
                : new Media(media.kind(), media.url() == null || media.url().startsWith("data:") ? null : media.url(),
                        null,
                        media.mimeType(), media.filename());
    }

    /** Returns this, marked as written if the definition of the case has the same messages. */
    public SentMessages against(List<Message> definition) {
        return new SentMessages(messages, messages.equals(definition.stream().map(SentMessages::withoutData).toList()));
    }

    /** Returns what is stored: nothing that the definition of the case has. */
    public SentMessages stored() {
        return written ? new SentMessages(List.of(), true) : this;
    }

    /** Returns what was sent, given what was stored. */
    public SentMessages joined(List<Message> definition) {
        return written && messages.isEmpty()
                ? new SentMessages(definition.stream().map(SentMessages::withoutData).toList(), true) : this;
    }

    public long characters() {
        return messages.stream().mapToLong(message -> message.text().length()).sum();
    }

    /** Returns the last user's message as text; null when there is none. */
    public @Nullable String input() {
        return messages.reversed().stream().filter(message -> USER.equals(message.role())).map(SentMessages::text)
                .findFirst()
                .orElse(null);
    }

    /** Returns a message for human users: its text, its attachments and its tool calls. */
    public static String text(Message message) {
        return Stream.concat(message.content().stream().map(SentMessages::text), message.toolCalls().stream()
                .map(call -> "[tool: " + call.name() + "(" + call.arguments() + ")]"))
                .collect(Collectors.joining("\n"));
    }

    private static String text(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> text;
            case Media media -> "[" + media.kind() + ": "
                    + Stream.of(media.filename(), media.url()).filter(Objects::nonNull).findFirst()
                            .orElse(media.mimeType())
                    + "]";
        };
    }
}
