package dev.muster.common.config;

import org.jspecify.annotations.Nullable;

/**
 * An agent that speaks no fixed protocol: exactly one of these is there.
 *
 * @param http how to ask an HTTP or WebSocket endpoint
 * @param command a program
 * @param function a function of the project's scripts, such as {@code bot.reply}
 */
public record CustomAgent(@Nullable HttpMapping http, @Nullable CommandConfig command, @Nullable String function) {

    public static CustomAgent of(HttpMapping http) {
        return new CustomAgent(http, null, null);
    }

    public static CustomAgent of(CommandConfig command) {
        return new CustomAgent(null, command, null);
    }

    public static CustomAgent of(String function) {
        return new CustomAgent(null, null, function);
    }

    /** Returns what is called, for people; null for an agent with a URL. */
    public @Nullable String shown() {
        return command != null ? String.join(" ", command.words()) : function != null ? "scripts:" + function : null;
    }
}
