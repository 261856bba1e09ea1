package dev.muster.coordinator.server.http;

/** Thrown when the coordinator can't listen on its address; the message is a sentence for a human user. */
public final class HttpException extends RuntimeException {

    HttpException(String message) {
        super(message);
    }
}
