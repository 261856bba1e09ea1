package dev.muster.worker.setup;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;

/** What surrounds a case could not be made ready; the message is the result's error. */
public final class SetupFailed extends Exception {

    private static final long serialVersionUID = 1;

    private final Status status;
    private final Cause cause;
    private final boolean again;

    private SetupFailed(Status status, Cause cause, boolean again, String sentence) {
        super(sentence);
        this.status = status;
        this.cause = cause;
        this.again = again;
    }

    /** A hook or a {@code before} did not do its part. */
    static SetupFailed hook(String reason) {
        return new SetupFailed(Status.FAILED, Cause.HOOK_ERROR, false, "hook failed: " + reason);
    }

    /** This worker may not do what the case asks. */
    static SetupFailed refused(String sentence) {
        return new SetupFailed(Status.ERROR, Cause.HOOK_ERROR, false, sentence);
    }

    /** The files could not be had. */
    static SetupFailed files(String sentence, boolean again) {
        return new SetupFailed(Status.ERROR, Cause.INFRASTRUCTURE, again, sentence);
    }

    public Status status() {
        return status;
    }

    public Cause cause() {
        return cause;
    }

    /** Whether another attempt may find it otherwise. */
    public boolean again() {
        return again;
    }

    /** What the result says. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
