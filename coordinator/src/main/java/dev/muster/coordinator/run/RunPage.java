package dev.muster.coordinator.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run, and some of its results in their order.
 *
 * @param run read before the results
 * @param waiting why nothing of it is under way; null when something is
 */
public record RunPage(StoredRun run, List<StoredCase> results, @Nullable String waiting) {

    public RunPage {
        results = List.copyOf(results);
    }
}
