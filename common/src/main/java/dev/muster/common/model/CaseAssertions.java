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

    private static Stream<Assertion> by(List<Turn> turns) {
        return turns.stream().flatMap(
                turn -> Stream.of(turn.assertions().stream(), Stream.ofNullable(turn.path().when()),
                        Stream.ofNullable(turn.expected().refusal())).flatMap(each -> each));
    }
}
