package dev.muster.coordinator.analysis.comparison;

import dev.muster.common.json.Wire;

/** A measure that is compared for each case. */
public enum Measure implements Wire {
    PASS_RATE(true),
    SCORE(true),
    COST_USD(false),
    TOKENS(false),
    /** Without the time spent waiting for limits. */
    WORKING_MS(false);

    private final boolean moreIsBetter;

    Measure(boolean moreIsBetter) {
        this.moreIsBetter = moreIsBetter;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Whether it measures how good an agent is, rather than what it spends. */
    public boolean quality() {
        return moreIsBetter;
    }
}
