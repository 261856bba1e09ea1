package dev.muster.common.agent.yao;

/** Thrown when a chunk does not fit its message; the exception message says why. */
final class DeltaFailed extends Exception {

    private static final long serialVersionUID = 1L;

    DeltaFailed(String message) {
        super(message, null, false, false);
    }
}
