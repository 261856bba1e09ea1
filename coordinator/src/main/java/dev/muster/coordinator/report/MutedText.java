package dev.muster.coordinator.report;

import dev.muster.common.result.Muted;

/** What is said of a case that is muted. */
public final class MutedText {

    private MutedText() {}

    /** Why, until when and by whom, and what would have come of it. */
    public static String of(Muted muted) {
        return muted.reason() + "; " + outcome(muted);
    }

    /** What would have come of it. */
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
