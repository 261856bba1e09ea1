package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;

/** Reads {@code messages}, which override {@code input}: the whole conversation, or the history before the turns. */
record OpeningReader(MessageReader messages, Faults faults) {

    /**
     * The opening of a conversation.
     *
     * @param before the history
     * @param turns the first turn, if {@code messages} or {@code input} contains it
     */
    record Opening(List<Message> before, List<Turn> turns) {

        static final Opening NONE = new Opening(List.of(), List.of());
    }

    /** Reads all messages of a one-call case. */
    List<Message> standard(Fields fields) {
        var history = fields.any("messages");
        var input = fields.any("input");
        if (history != null) {
            return messages.messages(history, true);
        }
        if (input != null) {
            return messages.input(input);
        }
        fields.missing("a case needs 'input' or 'messages'", "input", "messages");
        return List.of();
    }

    /** Reads the history of a case with turns, which take precedence over its {@code input}. */
    List<Message> beforeTurns(Fields fields) {
        fields.any("input");
        var history = fields.any("messages");
        return history == null ? List.of() : messages.messages(history, false);
    }

    /** Reads a history whose last message, from the user, is the first turn. */
    Opening conversation(Fields fields) {
        var history = fields.any("messages");
        var input = fields.any("input");
        if (history != null) {
            return split(messages.messages(history, false), history);
        }
        return input == null ? Opening.NONE : split(messages.anyInput(input), input);
    }

    private Opening split(List<Message> all, Node at) {
        var last = all.isEmpty() ? null : all.getLast();
        if (last == null || !last.role().equals("user")) {
            refuseTool(last, at);
            return new Opening(all, List.of());
        }
        if (last.content().isEmpty()) {
            faults.add(at.at(), "the last message must say something");
        }
        return new Opening(all.subList(0, all.size() - 1), List.of(Turn.initial(last.content())));
    }

    private void refuseTool(@Nullable Message last, Node at) {
        if (last != null && last.role().equals("tool")) {
            faults.add(at.at(), "the last message of a conversation that goes on is from user or assistant, not tool");
        }
    }
}
