package dev.muster.common.process;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A program to run.
 *
 * @param folder the working directory; a program name with a separator is relative to it
 * @param timeout time after which it and its descendants are killed
 * @param mostOutput bytes of standard output after which the same happens
 * @param sandbox where it runs; null for none
 */
public record Command(List<String> words, Path folder, Map<String, String> environment, String input, Duration timeout,
        int mostOutput, @Nullable Bubblewrap sandbox) {

    /** Enough output for hooks and checks. */
    public static final int SMALL_OUTPUT = 1 << 20;

    public Command(List<String> words, Path folder, Map<String, String> environment, String input, Duration timeout,
            int mostOutput) {
        this(words, folder, environment, input, timeout, mostOutput, null);
    }

    public Command in(@Nullable Bubblewrap other) {
        return new Command(words, folder, environment, input, timeout, mostOutput, other);
    }

    /** Returns the command as a user would type it, shortened if long. */
    public String shown() {
        var line = String.join(" ", words);
        return line.length() <= 80 ? line : line.substring(0, 79) + "…";
    }
}
