package dev.muster.common.model;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.option.HelperUse;
import java.util.List;
import java.util.stream.Stream;

/** Whom a case asks beside its target: simulators, validators and scripts. */
public final class Asked {

    private Asked() {}

    /** All of them, those of assertions that are only reached later too. */
    public static List<HelperUse> by(TestCase testCase) {
        return Stream.concat(by(testCase.conversation()), by(testCase.assertions().stream())).distinct().toList();
    }

    private static Stream<HelperUse> by(Conversation conversation) {
        return switch (conversation) {
            case Conversation.Standard standard -> Stream.empty();
            case Conversation.Scripted scripted -> Stream.concat(ofTurns(scripted.turns()), by(scripted.then()));
            case Conversation.Dynamic dynamic -> Stream.of(Stream.of(dynamic.simulator()), ofTurns(dynamic.turns()),
                    by(dynamic.checkpoints().stream().flatMap(each -> each.assertions().stream())))
                    .flatMap(each -> each);
        };
    }

    private static Stream<HelperUse> ofTurns(List<Turn> turns) {
        return by(turns.stream().flatMap(turn -> Stream.concat(turn.assertions().stream(),
                Stream.ofNullable(turn.path().when()))));
    }

    private static Stream<HelperUse> by(Then then) {
        return switch (then) {
            case Then.End end -> Stream.empty();
            case Then.Ask ask -> Stream.ofNullable(ask.simulator());
        };
    }

    private static Stream<HelperUse> by(Stream<Assertion> assertions) {
        return assertions.map(Assertion::check).filter(Check.Asking.class::isInstance)
                .map(check -> ((Check.Asking) check).ask());
    }
}
