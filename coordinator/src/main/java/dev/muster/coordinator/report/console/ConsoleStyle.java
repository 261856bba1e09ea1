package dev.muster.coordinator.report.console;

import module java.base;
import java.io.Console;

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

    /** Standard output: a terminal of so many columns, or a file or a pipe, whose width means nothing. */
    public record Terminal(boolean isThere, int width) {

        private static final int USUAL_WIDTH = 80;
        private static final long PATIENCE_MS = 500;

        public static Terminal detect(Map<String, String> environment) {
            // JDKs differ in whether a console object exists without a terminal
            boolean there = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
            return new Terminal(there, there ? width(environment) : USUAL_WIDTH);
        }

        private static int width(Map<String, String> environment) {
            var columns = number(environment.getOrDefault("COLUMNS", ""));
            return (columns.isPresent() ? columns : fromTerminal()).orElse(USUAL_WIDTH);
        }

        /**
         * Asks {@code stty}, as Java does not know the width; it prints rows and columns of the terminal on standard
         * input.
         */
        private static OptionalInt fromTerminal() {
            try {
                var stty = new ProcessBuilder("stty", "size").redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
                if (!stty.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                    stty.destroyForcibly();
                    return OptionalInt.empty();
                }
                var answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
                return number(answer.substring(answer.indexOf(' ') + 1));
            } catch (IOException noStty) {
                return OptionalInt.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return OptionalInt.empty();
            }
        }

        private static OptionalInt number(String text) {
            boolean digits = !text.isEmpty() && text.length() < 6 && text.chars().allMatch(Character::isDigit);
            int number = digits ? Integer.parseInt(text) : 0;
            return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
        }
    }
}
