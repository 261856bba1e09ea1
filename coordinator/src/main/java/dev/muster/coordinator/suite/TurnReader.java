package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.ExpectedOutcome;
import dev.muster.common.model.Message;
import dev.muster.common.model.Turn;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.Fields;
import dev.muster.coordinator.suite.source.Node;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads {@code turns}, and checks that each {@code goto} names one of them. */
final class TurnReader {

    private final MessageReader messages;
    private final PartReader parts;
    private final AssertionReader assertions;
    private final TurnPathReader paths;
    private final ExpectedReader expected;
    private final Faults faults;

    TurnReader(SuiteScope scope, AssertionReader assertions) {
        this.messages = new MessageReader(scope);
        this.parts = new PartReader(scope);
        this.assertions = assertions;
        this.paths = new TurnPathReader(scope, assertions);
        this.expected = new ExpectedReader(scope);
        this.faults = scope.faults();
    }

    /** Whether a turn is only a message, without anything that a one-call case cannot have. */
    static boolean isPlain(Turn turn) {
        return turn.tools().isEmpty() && turn.payload() == null && turn.expected().equals(ExpectedOutcome.SUCCESS)
                && turn.pace().delay() == null && turn.path().equals(Turn.Path.ON);
    }

    /** Reads the turn of a {@code single_turn} case; null, with a fault, when there is not exactly one. */
    @Nullable
    Turn only(Fields testCase) {
        var nodes = testCase.list("turns");
        if (nodes.size() != 1 && testCase.any("turns") instanceof Node.Items) {
            testCase.fault("turns", "a single_turn case has exactly one turn, not " + nodes.size());
        }
        var read = nodes.size() == 1 ? all(testCase) : List.<Turn>of();
        return read.isEmpty() ? null : read.getFirst();
    }

    List<Turn> all(Fields testCase) {
        var read = testCase.some("turns", "a turn", "there must be at least one turn", this::turn);
        TurnPathReader.checkJumps(testCase.list("turns"), read, faults);
        return read;
    }

    private Turn turn(Fields fields) {
        var answer = answer(fields);
        return new Turn(fields.plain("name"), !fields.has("answer") ? content(fields)
                : List.of(new ContentPart.Text(answer == null ? "" : Turn.sent(answer).toString())),
                assertions.ofTurn(fields),
                OptionsReader.ofTurn(fields), SetupReader.tools(fields), fields.json("payload"),
                expected.expected(fields, "expect_success", "continue_on_failure", null),
                TurnPathReader.pace(fields), paths.path(fields)).answering(answer);
    }

    /** Reads a structured answer, as it is written. */
    private static @Nullable JsonNode answer(Fields turn) {
        var fields = turn.object("answer");
        if (fields == null) {
            return null;
        }
        if (turn.has("input") || turn.has("attachments")) {
            turn.fault("answer", "a turn has 'input' or 'answer', not both");
        }
        var approve = fields.flag("approve");
        fields.text("reason");
        var value = fields.any("value");
        if (fields.has("approve") == fields.has("value")) {
            turn.fault("answer", "'answer' is { approve: true or false, reason: … } or { value: any JSON }");
        }
        fields.done();
        var node = turn.any("answer");
        return node == null || (approve == null && value == null) ? null : node.json();
    }

    private List<ContentPart> content(Fields fields) {
        var input = fields.any("input");
        if (input == null) {
            fields.missing("a turn needs 'input'", "input");
        }
        var content = new ArrayList<>(input == null ? List.of() : sent(input));
        content.addAll(parts.list(fields.list("attachments")));
        return content;
    }

    private List<ContentPart> sent(Node input) {
        var sent = messages.anyInput(input);
        if (sent.size() > 1) {
            faults.add(input.at(), "a turn says one message, not " + sent.size() + "; a history goes into 'messages'"
                    + " of the case");
            return List.of();
        }
        return sent.isEmpty() ? List.of() : fromUser(sent.getFirst(), input);
    }

    private List<ContentPart> fromUser(Message message, Node input) {
        if (!message.role().equals("user")) {
            faults.add(input.at(), "what a turn says is from user, not " + message.role());
        } else if (message.content().isEmpty()) {
            faults.add(input.at(), "a turn must say something");
        }
        return message.content();
    }
}
