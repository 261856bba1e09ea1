package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A case in a cell.
 *
 * @param cell the agent, and the connector that the run chose
 * @param before such as {@code 3/3}, for the judged repeats that passed, or {@code skipped}; null when there is none
 * @param reason why it does not pass; null when it does
 */
public record NewsCase(String key, String cell, @Nullable String before, String after, @Nullable String reason) {

    /** Returns both results, such as {@code 3/3 → 0/3}. */
    public String tries() {
        return (before == null ? "–" : before) + " → " + after;
    }
}
