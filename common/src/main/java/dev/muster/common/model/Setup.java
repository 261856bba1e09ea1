package dev.muster.common.model;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The setup of a conversation: hooks, scripts, tools and variables.
 *
 * @param hooks run in order before the conversation; they print variables
 * @param before script function, called with the case; null for none
 * @param after script function, called with the case, its result and what {@code before} returned; null for none
 * @param tools offered to the target in every turn and answered by the test
 * @param variables whether to expand {@code ${NAME}} and {@code ${ENV.NAME}} in texts and patterns
 */
public record Setup(List<Hook> hooks, @Nullable String before, @Nullable String after, Map<String, ToolStub> tools,
        boolean variables) {

    public static final Setup NONE = new Setup(List.of(), null, null, Map.of(), false);

    /** A command that runs before a conversation and prints variables as a JSON object. */
    public record Hook(List<String> command, Duration timeout) {

        public static final Duration TIMEOUT = Duration.ofSeconds(30);
    }
}
