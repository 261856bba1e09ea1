package dev.muster.coordinator.report.console;

import module java.base;

/**
 * The style of console output.
 *
 * @param live whether it is a terminal: shows a progress line, and cuts lines to the width
 * @param width columns
 */
public record ConsoleStyle(boolean live, boolean colour, int width, Detail detail) {

    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    public ConsoleStyle {
        width = Math.max(NARROWEST, width);
    }

    /** How much to show. */
    public enum Detail {
        /** Only what did not pass; nothing if everything passed. */
        QUIET,
        /** Two lines per case, a few per turn of a conversation; in long suites only what did not pass. */
        NORMAL,
        /** Every case with its reply, tool calls and assertions. */
        VERBOSE
    }

    /** Returns the style for a file or a pipe: nothing is cut, redrawn or coloured. */
    public static ConsoleStyle plain(Detail detail) {
        return new ConsoleStyle(false, false, USUAL_WIDTH, detail);
    }

    /** Returns the style for the output; {@code NO_COLOR} (any text) and {@code TERM=dumb} switch colours off. */
    public static ConsoleStyle of(Terminal terminal, Map<String, String> environment, boolean colourAllowed,
            Detail detail) {
        if (!terminal.isThere()) {
            return plain(detail);
        }
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean colour = colourAllowed && !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new ConsoleStyle(!dumb, colour, terminal.width(), detail);
    }
}
