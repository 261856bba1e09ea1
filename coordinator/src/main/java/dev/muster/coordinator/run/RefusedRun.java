package dev.muster.coordinator.run;

/** Thrown when the fleet refuses a run; the message says why and what would help. */
public final class RefusedRun extends Exception {

    private static final long serialVersionUID = 1;

    public RefusedRun(String message) {
        super(message);
    }
}
