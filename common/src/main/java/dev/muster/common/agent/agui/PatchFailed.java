package dev.muster.common.agent.agui;

/** Thrown when a patch can't be applied; the message names the operation and the reason. */
final class PatchFailed extends Exception {

    private static final long serialVersionUID = 1L;

    PatchFailed(String message) {
        super(message, null, false, false);
    }
}
