package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;

/** Finds the assertions of a case. */
public final class Checked {

    private Checked() {}

    /** Returns all assertions of a case, including nested ones. */
    public static Stream<Assertion> by(TestCase testCase) {
        return Stream.concat(by(testCase.conversation()), testCase.assertions().stream());
    }

    private static Stream<Assertion> by(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard _,Conversation.ScriptTest _ -> Stream.empty();
            case Conversation.Scripted scripted -> by(scripted.turns());
            case Conversation.Dynamic dynamic -> Stream.concat(by(dynamic.turns()),
                    dynamic.checkpoints().stream().flatMap(checkpoint -> checkpoint.assertions().stream()));
        };
    }

    private static Stream<Assertion> by(List<Turn> turns) {
        return turns.stream().flatMap(
                turn -> Stream.of(turn.assertions().stream(), Stream.ofNullable(turn.path().when()),
                        Stream.ofNullable(turn.expected().refusal())).flatMap(each -> each));
    }
}
