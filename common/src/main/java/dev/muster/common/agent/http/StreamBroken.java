package dev.muster.common.agent.http;

/** Thrown when an answer breaks a rule of its protocol; the message says which, and where. */
public final class StreamBroken extends Exception {

    private static final long serialVersionUID = 1L;

    public StreamBroken(String message) {
        super(message, null, false, false);
    }
}
