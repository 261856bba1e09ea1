package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;

/** Finds the assertions of a case. */
public final class CaseAssertions {

    private CaseAssertions() {}

    /** Returns all assertions of a case, including nested ones. */
    public static Stream<Assertion> by(TestCase testCase) {
        var checkpoints = testCase.conversation().checkpoints().stream();
        return Stream.of(by(testCase.conversation().turns()),
                checkpoints.flatMap(checkpoint -> checkpoint.assertions().stream()),
                testCase.assertions().stream()).flatMap(each -> each);
    }

    /** Whether the case or one of its turns is to be checked: it has assertions, or expects a refusal. */
    public static boolean any(TestCase testCase) {
        return !testCase.assertions().isEmpty() || testCase.conversation().turns().stream()
                .anyMatch(Turn::judges);
    }

    /** Whether a case passes whatever its agent answers, without an error, as its definition shows. */
    public static boolean none(TestCase testCase) {
        return switch (testCase.conversation()) {
            // a simulator judges whether its goal was achieved, a script test has checks of its own
            case Conversation.Dynamic _,Conversation.ScriptTest _ -> false;
            case Conversation.Scripted scripted when scripted.then() instanceof Then.Ask ask
                    && ask.simulator() != null ->
                false;
            case Conversation.Standard _,Conversation.Scripted _ -> by(testCase).findAny().isEmpty()
                    && testCase.conversation().turns().stream().allMatch(turn -> turn.expected().success() == null);
        };
    }

    private static Stream<Assertion> by(List<Turn> turns) {
        return turns.stream().flatMap(
                turn -> Stream.of(turn.assertions().stream(), Stream.ofNullable(turn.path().when()),
                        Stream.ofNullable(turn.expected().refusal())).flatMap(each -> each));
    }
}
