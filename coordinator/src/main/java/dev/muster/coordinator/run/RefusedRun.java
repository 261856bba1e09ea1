package dev.muster.coordinator.run;

/** Thrown when the fleet refuses a run, or what is asked of one; the message says why and what would help. */
public final class RefusedRun extends Exception {

    private final boolean missing;

    public RefusedRun(String message) {
        this(message, false);
    }

    private RefusedRun(String message, boolean missing) {
        super(message);
        this.missing = missing;
    }

    /** What was asked for does not exist. */
    public static RefusedRun missing(String message) {
        return new RefusedRun(message, true);
    }

    public boolean isMissing() {
        return missing;
    }
}
