package dev.muster.coordinator.suite;

import dev.muster.common.model.Then.OnMissingInput;
import dev.muster.common.option.Reference;
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
 */
public record CaseDefaults(@Nullable Reference simulator, boolean simulated, boolean interactive,
        boolean skipInteractive, @Nullable OnMissingInput onMissingInput, @Nullable Integer maxTurns,
        @Nullable Reference validator) {

    /** Most turns when nobody says. */
    public static final int MAX_TURNS = 20;

    public static final CaseDefaults NONE = new CaseDefaults(null, false, false, false, null, null, null);
}
