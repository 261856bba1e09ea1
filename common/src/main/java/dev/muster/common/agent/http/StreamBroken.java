package dev.muster.common.agent.http;

/** An answer broke a rule of its protocol; the message says which, and where. */
public final class StreamBroken extends Exception {

    private static final long serialVersionUID = 1L;

    public StreamBroken(String message) {
        super(message, null, false, false);
    }
}
