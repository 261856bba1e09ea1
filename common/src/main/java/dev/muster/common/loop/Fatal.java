package dev.muster.common.loop;

import org.jspecify.annotations.Nullable;

/** What becomes of a process that can't do its work any more. */
@FunctionalInterface
public interface Fatal {

    /** The same exit code as for anything else that broke. */
    int EXIT = 3;

    /** @param cause for the log; null when nothing was thrown */
    void end(String sentence, @Nullable Throwable cause);

    /** Says so and halts at once: shutdown hooks would wait for the thread that is gone. */
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
