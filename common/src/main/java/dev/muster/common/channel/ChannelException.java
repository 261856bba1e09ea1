package dev.muster.common.channel;

/** Thrown when the carrier fails; the message is a sentence for users. */
public class ChannelException extends RuntimeException {

    public ChannelException(String message) {
        super(message);
    }

    public ChannelException(String message, Throwable cause) {
        super(message, cause);
    }
}
