package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A run, and some of its results in order.
 *
 * @param run read before the results
 * @param waiting why nothing of it is in flight; null when something is
 */
public record RunPage(StoredRun run, List<StoredCase> results, @Nullable String waiting) {

    public RunPage {
        results = List.copyOf(results);
    }
}
