package dev.muster.common.agent.yao;

/** A chunk has no place in the message that it belongs to; the message says why. */
final class DeltaFailed extends Exception {

    private static final long serialVersionUID = 1L;

    DeltaFailed(String message) {
        super(message, null, false, false);
    }
}
