package dev.muster.coordinator.suite;

import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Then;
import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.model.Turn;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import dev.muster.common.option.RefusalRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run and its configuration say for cases that do not, and the little that they say over a case's head.
 *
 * @param simulator of cases that need one and name none; null when there is no such default
 * @param simulated the run asks for the simulator: an untyped case of {@code input} becomes a conversation
 * @param interactive the run asks for a person: an untyped case of {@code input} becomes a conversation
 * @param skipInteractive no case asks a person
 * @param onMissingInput beats what a case says; null leaves it to the case
 * @param maxTurns of cases that say none; null takes {@link #MAX_TURNS}
 * @param validator of assertions that name none; null when there is no such default
 * @param usualMissingInput of cases that say none; null when there is no such default
 * @param refusal of turns that are to fail and say none; null when there is no such default
 */
public record CaseDefaults(@Nullable Reference simulator, boolean simulated, boolean interactive,
        boolean skipInteractive, @Nullable OnMissingInput onMissingInput, @Nullable Integer maxTurns,
        @Nullable Reference validator, @Nullable OnMissingInput usualMissingInput, @Nullable RefusalRule refusal) {

    /** Most turns when nobody says. */
    public static final int MAX_TURNS = 20;

    /** Without defaults of how conversations end. */
    public CaseDefaults(@Nullable Reference simulator, boolean simulated, boolean interactive,
            boolean skipInteractive, @Nullable OnMissingInput onMissingInput, @Nullable Integer maxTurns,
            @Nullable Reference validator) {
        this(simulator, simulated, interactive, skipInteractive, onMissingInput, maxTurns, validator, null, null);
    }

    public static final CaseDefaults NONE = new CaseDefaults(null, false, false, false, null, null, null);

    /** What {@code -i TEXT} is in a run that {@link #asksForConversation}. */
    Conversation conversation(String text) {
        var turn = Turn.initial(List.of(new ContentPart.Text(text)));
        var ask = new Then.Ask(simulator == null ? null : new HelperUse(simulator, Options.NONE),
                asksPerson() ? new Then.Person(ThenReader.TIMEOUT) : null, onMissing(), mostTurns());
        return new Conversation.Scripted(List.of(), List.of(turn), ask, Conversation.Finals.LAST_REPLY);
    }

    /** Of a case that says none, or is overruled. */
    OnMissingInput onMissing() {
        if (onMissingInput != null) {
            return onMissingInput;
        }
        return usualMissingInput == null ? OnMissingInput.SKIP : usualMissingInput;
    }

    int mostTurns() {
        return maxTurns == null ? MAX_TURNS : maxTurns;
    }

    /** Whether an untyped case of {@code input} is a conversation in this run. */
    boolean asksForConversation() {
        return simulated || asksPerson();
    }

    boolean asksPerson() {
        return interactive && !skipInteractive;
    }
}
