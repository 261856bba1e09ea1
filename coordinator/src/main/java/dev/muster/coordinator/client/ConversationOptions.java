package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.model.Then.OnMissingInput;
import org.jspecify.annotations.Nullable;

/**
 * Who answers agents that wait for input.
 *
 * @param simulator {@code --simulator}; null when it was not given
 * @param interactive {@code --interactive}, on a terminal
 * @param skipInteractive {@code --skip-interactive}, or no terminal
 * @param onMissingInput {@code --on-missing-input}; null leaves it to the cases
 * @param acceptsSkips whether {@code --skip-interactive} was given: cases without an answer may be skipped
 */
public record ConversationOptions(@Nullable String simulator, boolean interactive, boolean skipInteractive,
        @Nullable OnMissingInput onMissingInput, boolean acceptsSkips) {

    public static final ConversationOptions NONE = new ConversationOptions(null, false, false, null);

    public ConversationOptions(@Nullable String simulator, boolean interactive, boolean skipInteractive,
            @Nullable OnMissingInput onMissingInput) {
        this(simulator, interactive, skipInteractive, onMissingInput, false);
    }

    /** Returns what happens to a case that does not say it, by the configuration or else by this. */
    @Nullable
    OnMissingInput usualMissingInput(@Nullable OnMissingInput configured) {
        return configured == null && acceptsSkips ? OnMissingInput.SKIP : configured;
    }

    /** Whether {@code -i -} is a human user's first message. */
    public boolean opensConversation() {
        return interactive && !skipInteractive;
    }
}
