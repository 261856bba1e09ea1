package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.ExternalCheck;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.jspecify.annotations.Nullable;

/** Finds the helpers of a case: simulators, validators, scripts and databases. */
public final class CaseHelpers {

    private static final CaseHelpers NONE = new CaseHelpers();

    private final Set<HelperUse> found = new LinkedHashSet<>();
    private final Set<String> databases = new LinkedHashSet<>();

    private CaseHelpers() {}

    /** Returns all simulators, validators and scripts, including those of nested assertions. */
    public static List<HelperUse> by(TestCase testCase) {
        return List.copyOf(in(testCase).found);
    }

    /** Returns the names of all databases of the same assertions. */
    public static Set<String> databasesBy(TestCase testCase) {
        return Set.copyOf(in(testCase).databases);
    }

    private static CaseHelpers in(TestCase testCase) {
        // Most cases of a large suite use no helpers, and are checked for that several times.
        if (testCase.conversation() instanceof Conversation.Standard && !anyAsks(testCase.assertions())) {
            return NONE;
        }
        var helpers = new CaseHelpers();
        helpers.add(testCase.conversation());
        testCase.assertions().forEach(helpers::add);
        return helpers;
    }

    private static boolean anyAsks(List<Assertion> assertions) {
        return assertions.stream().map(Assertion::check)
                .anyMatch(check -> check instanceof HelperCheck || check instanceof ExternalCheck.SqlValidate);
    }

    private void add(Conversation conversation) {
        switch (conversation) {
            case Conversation.Standard _ -> {
            }
            case Conversation.ScriptTest test -> test.agents().stream()
                    .map(agent -> new HelperUse(Reference.agent(agent), Options.NONE)).forEach(found::add);
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
        add(turn.expected().refusal());
    }

    private void add(Then then) {
        if (then instanceof Then.Ask ask && ask.simulator() != null) {
            found.add(ask.simulator());
        }
    }

    private void add(@Nullable Assertion assertion) {
        if (assertion != null && assertion.check() instanceof HelperCheck asking) {
            found.add(asking.ask());
        }
        if (assertion != null && assertion.check() instanceof ExternalCheck.SqlValidate sql) {
            databases.add(sql.config().path("database").asString(""));
        }
    }
}
