package dev.muster.coordinator.analysis.gate;

import org.jspecify.annotations.Nullable;

/**
 * What a gate decided about a run.
 *
 * @param reason the figures that decided, without a period, such as {@code pass rate 100 %}
 * @param note what the reader should also know, such as why there is no baseline; a sentence, null when there is none
 */
public record GateOutcome(boolean passed, String reason, @Nullable String note) {

    /**
     * Returns the outcome as a line, such as {@code Gate failed: 85 % passed (17 of 20), gate.min_pass_rate is 100 %}.
     */
    public String line() {
        return passed ? "Gate: passed (" + reason + ")" : "Gate failed: " + reason;
    }

    /** Returns the line, and the note behind it. */
    public String text() {
        return note == null ? line() : line() + ". " + note;
    }
}
