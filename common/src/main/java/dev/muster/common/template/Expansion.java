package dev.muster.common.template;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.json.RecordTexts;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Conversation.Checkpoint;
import dev.muster.common.model.Message;
import dev.muster.common.model.TestCase;
import dev.muster.common.model.Turn;
import tools.jackson.databind.JsonNode;

/**
 * Rewrites the texts of a case that may contain names: user input, structured input, patterns and values of assertions,
 * and the input of validators. Keys, paths and tool names stay.
 */
public record Expansion(UnaryOperator<String> rewrite) {

    /** Returns the case with all texts rewritten that are expanded at some point of its conversation. */
    public TestCase testCase(TestCase testCase) {
        return testCase.with(conversation(testCase.conversation()), assertions(testCase.assertions()));
    }

    private Conversation conversation(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard(var messages) -> new Conversation.Standard(messages(messages));
            case Conversation.Scripted(var opening, var turns, var then, var finals) ->
                new Conversation.Scripted(messages(opening), turns(turns), then, finals);
            case Conversation.Dynamic(var opening, var turns, var simulator, var checkpoints, var maxTurns) ->
                new Conversation.Dynamic(messages(opening), turns(turns), simulator,
                        checkpoints.stream().map(this::checkpoint).toList(), maxTurns);
            case Conversation.ScriptTest test -> test;
        };
    }

    private Checkpoint checkpoint(Checkpoint checkpoint) {
        return new Checkpoint(checkpoint.id(), checkpoint.description(), assertions(checkpoint.assertions()),
                checkpoint.after(), checkpoint.required());
    }

    private List<Message> messages(List<Message> messages) {
        return messages.stream().map(this::message).toList();
    }

    private List<Turn> turns(List<Turn> turns) {
        return turns.stream().map(this::turn).toList();
    }

    /** Returns the turn with its assertions expanded. */
    public Turn turn(Turn turn) {
        var path = turn.path();
        return new Turn(turn.name(), turn.content().stream().map(this::part).toList(), assertions(turn.assertions()),
                turn.options(), turn.tools(), turn.payload() == null ? null : node(turn.payload()), turn.expected(),
                turn.pace(), new Turn.Path(path.capture(), path.when() == null ? null : assertion(path.when()),
                        path.goTo()),
                turn.answer() == null ? null : node(turn.answer()));
    }

    public Message message(Message message) {
        return new Message(message.role(), message.content().stream().map(this::part).toList(), message.toolCalls(),
                message.toolCallId());
    }

    public List<Assertion> assertions(List<Assertion> assertions) {
        return assertions.stream().map(this::assertion).toList();
    }

    /** Returns the same object when nothing is expanded, so that it is compiled once. */
    public Assertion assertion(Assertion assertion) {
        var filled = check(assertion.check());
        return filled.equals(assertion.check()) ? assertion
                : SoughtValues.sound(assertion, assertion.with(filled));
    }

    public Check check(Check check) {
        UnaryOperator<String> sought = text -> SoughtValues.sound(check, text, rewrite.apply(text));
        return (Check) RecordTexts.values(sought).in((Record) check);
    }

    private ContentPart part(ContentPart part) {
        return switch (part) {
            case ContentPart.Text(var text) -> new ContentPart.Text(rewrite.apply(text));
            case ContentPart.Media media -> media;
        };
    }

    /** Expands strings at any depth; member names stay. The caller may change what it gets. */
    public JsonNode node(JsonNode node) {
        return RecordTexts.values(rewrite).in(node.deepCopy());
    }
}
