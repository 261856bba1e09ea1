package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Muted;
import dev.muster.coordinator.run.StoredCase;

/** Cases that ran but do not affect the outcome of the run: their number, and the first of them. */
public final class MutedCases {

    private final int mostShown;
    private final List<ShownFailure> shown = new ArrayList<>();
    private int size;

    /** @param mostShown how many to keep for display */
    public MutedCases(int mostShown) {
        this.mostShown = mostShown;
    }

    public void add(StoredCase stored) {
        var muted = stored.result().muted();
        if (muted != null && size++ < mostShown) {
            shown.add(ShownFailure.of(stored, text(muted)));
        }
    }

    public int size() {
        return size;
    }

    public List<ShownFailure> shown() {
        return List.copyOf(shown);
    }

    /** Returns why, until when and by whom a case is muted, and the outcome it would have had. */
    public static String text(Muted muted) {
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
