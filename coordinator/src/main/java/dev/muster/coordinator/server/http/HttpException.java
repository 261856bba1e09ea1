package dev.muster.coordinator.server.http;

/** The coordinator can't listen as it was told to; the message is a sentence for a person. */
public final class HttpException extends RuntimeException {

    private static final long serialVersionUID = 1;

    HttpException(String message) {
        super(message);
    }
}
