package dev.muster.common.channel;

/** The carrier does not do what it should; the message is a sentence for a person. */
public class ChannelException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ChannelException(String message) {
        super(message);
    }

    public ChannelException(String message, Throwable cause) {
        super(message, cause);
    }
}
