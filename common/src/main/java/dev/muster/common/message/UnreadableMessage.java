package dev.muster.common.message;

/** Bytes on a topic that are none of our messages: set aside, never fatal. */
public final class UnreadableMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnreadableMessage(Throwable cause) {
        super("not a message of this fleet: " + cause.getMessage(), cause);
    }
}
