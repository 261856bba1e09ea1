package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.config.Judging;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import org.jspecify.annotations.Nullable;

/**
 * Defaults for cases, from the run and its configuration, and the few settings that override a case.
 *
 * @param simulator for cases that need one and name none; null without a default
 * @param simulated whether the run asks for a simulator, which makes an untyped case with {@code input} a conversation
 * @param interactive whether the run asks for a human user, which makes an untyped case with {@code input} a
 * conversation
 * @param skipInteractive whether no case may prompt a human user
 * @param onMissingInput overrides the case; null leaves it to the case
 * @param maxTurns for cases without a limit; null means {@link #MAX_TURNS}
 * @param validator for assertions that name none; null without a default
 * @param usualMissingInput for cases that do not set it; null without a default
 * @param refusal for turns that expect a refusal and define no rule; null without a default
 * @param judging for rubrics and comparisons without a judge or a connector
 */
public record CaseDefaults(@Nullable Reference simulator, boolean simulated, boolean interactive,
        boolean skipInteractive, @Nullable OnMissingInput onMissingInput, @Nullable Integer maxTurns,
        @Nullable Reference validator, @Nullable OnMissingInput usualMissingInput, @Nullable RefusalRule refusal,
        Judging judging) {

    /** Default limit of turns. */
    public static final int MAX_TURNS = 20;

    public static final CaseDefaults NONE = new CaseDefaults(null, false, false, false, null, null, null, null,
            null, Judging.NONE);

    /** Returns the default judge of criteria: a validator, else the judge of rubrics. */
    @Nullable
    Reference anyJudge() {
        return validator == null ? judging.judge() : validator;
    }

    /** The conversation of {@code -i TEXT} in a run that {@link #asksForConversation}. */
    Conversation conversation(String text) {
        var turn = Turn.initial(List.of(new ContentPart.Text(text)));
        var ask = new Then.Ask(simulator == null ? null : new HelperUse(simulator, Options.NONE),
                asksPerson() ? new Then.Person(SimulatorReader.TIMEOUT) : null, onMissing(), mostTurns());
        return new Conversation.Scripted(List.of(), List.of(turn), ask, Conversation.Finals.LAST_REPLY);
    }

    /** The action on missing input for a case that sets none, or whose setting is overridden. */
    OnMissingInput onMissing() {
        if (onMissingInput != null) {
            return onMissingInput;
        }
        return usualMissingInput == null ? OnMissingInput.SKIP : usualMissingInput;
    }

    /** Whether the run or its configuration says what happens without an answer. */
    boolean foreseesMissingInput() {
        return onMissingInput != null || usualMissingInput != null;
    }

    int mostTurns() {
        return maxTurns == null ? MAX_TURNS : maxTurns;
    }

    /** Whether an untyped case with {@code input} is a conversation in this run. */
    boolean asksForConversation() {
        return simulated || asksPerson();
    }

    boolean asksPerson() {
        return interactive && !skipInteractive;
    }
}
