package dev.muster.cli.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/** An embedded server could not be started, reached or stopped. The message is one sentence for the user. */
public final class EmbeddedServerException extends RuntimeException {

    EmbeddedServerException(String sentence) {
        super(sentence);
    }

    EmbeddedServerException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** Reads or writes files or sockets. */
    @FunctionalInterface
    interface Action<T> {
        T run() throws IOException;
    }

    /**
     * Carries out an action; between the two parts of the sentence about its failure stands the reason, in brackets.
     */
    static <T> T telling(String what, String advice, Action<T> action) {
        try {
            return action.run();
        } catch (IOException e) {
            throw new EmbeddedServerException(what + " (" + reason(e) + ")" + advice, e);
        }
    }

    /** Says why a file could not be used: the message of a file system exception is often just the path. */
    static String reason(Throwable e) {
        return switch (e) {
            case AccessDeniedException denied -> "permission denied: " + denied.getFile();
            case NoSuchFileException missing -> "no such file: " + missing.getFile();
            case FileSystemException other -> words(other.getReason(), other) + ": " + other.getFile();
            default -> words(e.getMessage(), e);
        };
    }

    private static String words(@Nullable String message, Throwable e) {
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
