package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.common.message.Wait;
import org.jspecify.annotations.Nullable;

/**
 * A run, and some of its results in order.
 *
 * @param run read before the results
 */
public record RunPage(StoredRun run, List<StoredCase> results, Waiting waits) {

    public RunPage {
        results = List.copyOf(results);
    }

    /** Returns why nothing of it is in flight; null when something is. */
    public @Nullable String waiting() {
        return waits.waiting();
    }

    /**
     * What a run waits for.
     *
     * @param waiting why nothing of it is in flight; null when something is
     * @param calls what its cases in flight wait for, the most important first
     */
    @Flat
    public record Waiting(@Nullable String waiting, List<Wait> calls) {

        public static final Waiting NOTHING = new Waiting(null, List.of());

        /** Older coordinators don't report what cases wait for. */
        public Waiting {
            calls = List.copyOf(Objects.requireNonNullElse(calls, List.of()));
        }
    }
}
