package dev.muster.coordinator.run;

/** Thrown when the fleet refuses a run, or a request about one; the message says why and what would help. */
public final class RefusedRun extends Exception {

    private enum Kind {
        NOT_NOW,
        MISSING,
        BAD_VALUE
    }

    private final Kind kind;

    public RefusedRun(String message) {
        this(message, Kind.NOT_NOW);
    }

    private RefusedRun(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /** The requested object does not exist. */
    public static RefusedRun missing(String message) {
        return new RefusedRun(message, Kind.MISSING);
    }

    /** The request can never be fulfilled, whatever the fleet's state. */
    public static RefusedRun badValue(String message) {
        return new RefusedRun(message, Kind.BAD_VALUE);
    }

    public boolean isMissing() {
        return kind == Kind.MISSING;
    }

    public boolean isBadValue() {
        return kind == Kind.BAD_VALUE;
    }
}
