package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.report.FailureGroups.Shown;
import dev.muster.coordinator.run.StoredCase;

/** Cases that ran but do not affect the outcome of the run: their number, and the first of them. */
public final class MutedCases {

    private final int mostShown;
    private final List<Shown> shown = new ArrayList<>();
    private int size;

    /** @param mostShown how many to keep for display */
    public MutedCases(int mostShown) {
        this.mostShown = mostShown;
    }

    public void add(StoredCase stored) {
        var muted = stored.result().muted();
        if (muted != null && size++ < mostShown) {
            shown.add(Shown.of(stored, MutedText.of(muted)));
        }
    }

    public int size() {
        return size;
    }

    public List<Shown> shown() {
        return List.copyOf(shown);
    }
}
