package dev.muster.common.message;

/** Thrown for bytes on a topic that are not a valid message: skipped, never fatal. */
public final class UnreadableMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableMessage(Throwable cause) {
        super("not a message of this fleet: " + cause.getMessage(), cause);
    }
}
