package dev.muster.coordinator.report.console;

import module java.base;
import java.io.Console;

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
        return (columns.isPresent() ? columns : asked()).orElse(USUAL_WIDTH);
    }

    /** Asks {@code stty}, as Java does not know the width; it prints rows and columns of the terminal on standard input. */
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
