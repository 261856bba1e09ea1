package dev.muster.coordinator.report;

import dev.muster.common.result.Muted;

/** Text about a muted case. */
public final class MutedText {

    private MutedText() {}

    /** Returns why, until when and by whom a case is muted, and the outcome it would have had. */
    public static String of(Muted muted) {
        return muted.reason() + "; " + outcome(muted);
    }

    /** Returns the outcome that the case would have had. */
    public static String outcome(Muted muted) {
        return switch (muted.status()) {
            case PASSED -> "it would have passed";
            case FAILED -> "it would have failed" + because(muted);
            case ERROR -> "it would have ended in an error" + because(muted);
            case FLAKY -> "it would be flaky";
            case SKIPPED -> "it would be skipped" + because(muted);
            case CANCELLED -> "it would be cancelled";
        };
    }

    private static String because(Muted muted) {
        return " (" + muted.cause().wire().replace('_', ' ') + ")";
    }
}
