package dev.muster.common.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program to run.
 *
 * @param words program and arguments
 * @param folder where it runs; a program with a separator in its name is looked for from there
 * @param environment all of its environment
 * @param input its standard input
 * @param timeout after which it and all that it started is killed
 * @param mostOutput bytes of standard output, after which the same happens
 */
public record Command(List<String> words, Path folder, Map<String, String> environment, String input, Duration timeout,
        int mostOutput) {

    /** Enough for what hooks and checks have to say. */
    public static final int SMALL_OUTPUT = 1 << 20;

    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** The command as a person would type it, cut where it is long. */
    public String shown() {
        var line = String.join(" ", words);
        return line.length() <= 80 ? line : line.substring(0, 79) + "…";
    }
}
