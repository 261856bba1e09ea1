package dev.muster.coordinator.analysis.comparison;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What is compared case by case. */
public enum Measure {
    PASS_RATE(true),
    SCORE(true),
    COST_USD(false),
    TOKENS(false),
    /** Without waiting for limits. */
    WORKING_MS(false);

    private final boolean moreIsBetter;

    Measure(boolean moreIsBetter) {
        this.moreIsBetter = moreIsBetter;
    }

    /** Whether a side that has more of it is the better one. */
    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Whether it says how good an agent is, rather than what it takes. */
    public boolean quality() {
        return moreIsBetter;
    }

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
