package dev.muster.common.agent.agui;

/** A patch can't be applied; the message says which operation, and why. */
final class PatchFailed extends Exception {

    private static final long serialVersionUID = 1L;

    PatchFailed(String message) {
        super(message, null, false, false);
    }
}
