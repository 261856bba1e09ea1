package dev.muster.coordinator.report.console;

import java.util.Map;

/**
 * How the console writes.
 *
 * @param live on a terminal: a progress line, and lines cut to the width
 * @param colour with ANSI colours
 * @param width columns
 */
public record ConsoleStyle(boolean live, boolean colour, int width, Detail detail) {

    private static final int USUAL_WIDTH = 80;
    private static final int NARROWEST = 20;

    public ConsoleStyle {
        width = Math.max(NARROWEST, width);
    }

    /** How much is shown. */
    public enum Detail {
        /** Only what did not pass: a run in which all passed prints nothing. */
        QUIET,
        /** Every case on two lines, conversations with a few for each turn; in long suites only what did not pass. */
        NORMAL,
        /** Every case with its reply, tool calls and assertions. */
        VERBOSE
    }

    /** For a file or a pipe: names are not cut, nothing is redrawn or coloured. */
    public static ConsoleStyle plain(Detail detail) {
        return new ConsoleStyle(false, false, USUAL_WIDTH, detail);
    }

    /**
     * For what the output really is.
     *
     * @param environment {@code NO_COLOR} (any text) and {@code TERM=dumb} switch colours off
     * @param colourAllowed false after {@code --no-color}
     */
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
