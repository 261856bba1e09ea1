package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Wire;

/** What happened to a case in a cell, in the order of importance. */
public enum NewsKind implements Wire {
    /** It did not fail, and fails now: fewer than half of its judged repeats pass. */
    NEWLY_FAILING,
    /** The same, with another definition than before. */
    CHANGED,
    /** Some of its repeats fail now. */
    WAVERING,
    /** Not all its repeats pass, and it never had a verdict before. */
    NEW,
    NEWLY_SKIPPED,
    FIXED,
    /** It passed, but only when it was tried again. */
    FLAKY,
    STILL_FAILING;

    /** Returns a title such as {@code Newly failing}. */
    public String title() {
        var words = this == NEW ? "new, not passing" : wire().replace('_', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
