package dev.muster.deploy.embedded;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Says why a file could not be used: the message of a file system exception is often just the path. */
final class Reason {

    private Reason() {}

    static String of(Throwable e) {
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
