package dev.muster.worker.setup;

import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;

/** A case could not be set up; the message is the result's error. */
public final class SetupFailed extends Exception {

    private final transient Verdict verdict;
    private final boolean again;

    private SetupFailed(Verdict verdict, boolean again) {
        super(verdict.error());
        this.verdict = verdict;
        this.again = again;
    }

    static SetupFailed hook(String reason) {
        return new SetupFailed(Verdict.failed(Cause.HOOK_ERROR, "hook failed: " + reason), false);
    }

    /** This worker is not allowed to do what the case needs. */
    static SetupFailed refused(String sentence) {
        return new SetupFailed(Verdict.error(Cause.HOOK_ERROR, sentence), false);
    }

    static SetupFailed files(String sentence, boolean again) {
        return new SetupFailed(Verdict.error(Cause.INFRASTRUCTURE, sentence), again);
    }

    public Verdict verdict() {
        return verdict;
    }

    public boolean again() {
        return again;
    }
}
