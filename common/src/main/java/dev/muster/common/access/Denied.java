package dev.muster.common.access;

/** Thrown when a request is not let in; the message is a sentence for its sender. */
public final class Denied extends Exception {

    private final int status;

    /** @param status of the answer */
    public Denied(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
