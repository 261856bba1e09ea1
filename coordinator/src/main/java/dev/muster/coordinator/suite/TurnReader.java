package dev.muster.coordinator.suite;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.coordinator.located.Faults;
import dev.muster.coordinator.located.Fields;
import dev.muster.coordinator.located.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the only turn of a {@code single_turn} case. */
final class TurnReader {

    private final MessageReader messages;
    private final PartReader parts;
    private final AssertionReader assertions;
    private final Faults faults;

    TurnReader(MessageReader messages, PartReader parts, AssertionReader assertions, Faults faults) {
        this.messages = messages;
        this.parts = parts;
        this.assertions = assertions;
        this.faults = faults;
    }

    /** Null, with a fault, when {@code turns} is not one turn. */
    @Nullable
    Turn only(Node turns, Fields testCase) {
        if (!(turns instanceof Node.Items items)) {
            testCase.fault("turns", "'turns' must be a list, not " + turns.kind());
            return null;
        }
        if (items.nodes().size() != 1) {
            testCase.fault("turns", "a single_turn case has exactly one turn, not " + items.nodes().size());
            return null;
        }
        var fields = Fields.of(items.nodes().getFirst(), "a turn", faults);
        return fields == null ? null : turn(fields);
    }

    private Turn turn(Fields fields) {
        var turn = new Turn(fields.text("name"), said(fields), assertions.ofTurn(fields), OptionsReader.ofTurn(fields),
                fields.duration("timeout"));
        fields.notYet(NotYet.SENTENCE, NotYet.TURN);
        fields.done();
        return turn;
    }

    private List<Message> said(Fields fields) {
        var input = fields.any("input");
        if (input == null) {
            fields.missing("a turn needs 'input'", "input");
        }
        var said = input == null ? List.<Message>of() : messages.input(input);
        var attached = parts.list(fields.list("attachments"));
        return said.isEmpty() || attached.isEmpty() ? said : withAttachments(said, attached);
    }

    private static List<Message> withAttachments(List<Message> said, List<ContentPart> attached) {
        var last = said.getLast();
        var content = new ArrayList<>(last.content());
        content.addAll(attached);
        var all = new ArrayList<>(said);
        all.set(all.size() - 1, new Message(last.role(), content, last.toolCalls(), last.toolCallId()));
        return all;
    }
}
