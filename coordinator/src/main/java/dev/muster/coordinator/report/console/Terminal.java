package dev.muster.coordinator.report.console;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * What standard output is.
 *
 * @param isThere it is a terminal, no file and no pipe
 * @param width columns; of no use when it is none
 */
public record Terminal(boolean isThere, int width) {

    private static final int USUAL_WIDTH = 80;
    private static final long PATIENCE_MS = 500;

    public static Terminal detect(Map<String, String> environment) {
        // whether there is a console object without a terminal differs from one JDK to the next
        boolean there = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return new Terminal(there, there ? width(environment) : USUAL_WIDTH);
    }

    private static int width(Map<String, String> environment) {
        var columns = number(environment.getOrDefault("COLUMNS", ""));
        return (columns.isPresent() ? columns : asked()).orElse(USUAL_WIDTH);
    }

    /** Java does not know the width; {@code stty} prints rows and columns of the terminal on standard input. */
    private static OptionalInt asked() {
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
