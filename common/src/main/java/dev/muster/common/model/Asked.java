package dev.muster.common.model;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.option.HelperUse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whom a case asks beside its target: simulators, validators and scripts. */
public final class Asked {

    private final Set<HelperUse> found = new LinkedHashSet<>();

    private Asked() {}

    /** All of them, those of assertions that are only reached later too. */
    public static List<HelperUse> by(TestCase testCase) {
        // Most cases of a large suite ask nobody, and are asked several times whether they do.
        if (testCase.conversation() instanceof Conversation.Standard && !anyAsks(testCase.assertions())) {
            return List.of();
        }
        var asked = new Asked();
        asked.add(testCase.conversation());
        testCase.assertions().forEach(asked::add);
        return List.copyOf(asked.found);
    }

    private static boolean anyAsks(List<Assertion> assertions) {
        for (var assertion : assertions) {
            if (assertion.check() instanceof Check.Asking) {
                return true;
            }
        }
        return false;
    }

    private void add(Conversation conversation) {
        switch (conversation) {
            case Conversation.Standard _ -> {
            }
            case Conversation.Scripted scripted -> {
                scripted.turns().forEach(this::add);
                add(scripted.then());
            }
            case Conversation.Dynamic dynamic -> {
                found.add(dynamic.simulator());
                dynamic.turns().forEach(this::add);
                dynamic.checkpoints().forEach(checkpoint -> checkpoint.assertions().forEach(this::add));
            }
        }
    }

    private void add(Turn turn) {
        turn.assertions().forEach(this::add);
        add(turn.path().when());
    }

    private void add(Then then) {
        if (then instanceof Then.Ask ask && ask.simulator() != null) {
            found.add(ask.simulator());
        }
    }

    private void add(@Nullable Assertion assertion) {
        if (assertion != null && assertion.check() instanceof Check.Asking asking) {
            found.add(asking.ask());
        }
    }
}
