package dev.muster.common.loop;

import org.jspecify.annotations.Nullable;

/** Ends a process that can no longer do its work. */
@FunctionalInterface
public interface Fatal {

    /** The exit code, the same as for any other internal failure. */
    int EXIT = 3;

    /** @param cause for the log; null when nothing was thrown */
    void end(String sentence, @Nullable Throwable cause);

    /** Prints the sentence and halts at once: shutdown hooks would wait for the lost thread. */
    static Fatal halt() {
        return (sentence, cause) -> {
            try {
                System.err.println("muster: " + sentence);
                if (cause != null) {
                    cause.printStackTrace();
                }
            } finally {
                Runtime.getRuntime().halt(EXIT);
            }
        };
    }
}
