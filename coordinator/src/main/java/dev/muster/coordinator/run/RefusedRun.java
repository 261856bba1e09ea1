package dev.muster.coordinator.run;

/** The fleet does not take a run; the message says why and what would help. */
public final class RefusedRun extends Exception {

    private static final long serialVersionUID = 1;

    public RefusedRun(String message) {
        super(message);
    }
}
