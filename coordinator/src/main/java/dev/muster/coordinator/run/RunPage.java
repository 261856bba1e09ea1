package dev.muster.coordinator.run;

import java.util.List;

/**
 * A run, and some of its results in their order.
 *
 * @param run read before the results
 */
public record RunPage(StoredRun run, List<StoredCase> results) {

    public RunPage {
        results = List.copyOf(results);
    }
}
