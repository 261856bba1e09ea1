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
     * @param lost the workers that were lost with cases of the run, up to {@value #MOST_LOST}
     */
    @Flat
    public record Waiting(@Nullable String waiting, List<Wait> calls, List<LostWorker> lost) {

        public static final Waiting NOTHING = new Waiting(null, List.of());
        public static final int MOST_LOST = 100;

        /** Older coordinators don't report what cases wait for, and which workers were lost. */
        public Waiting {
            calls = List.copyOf(Objects.requireNonNullElse(calls, List.of()));
            lost = List.copyOf(Objects.requireNonNullElse(lost, List.of()));
        }

        public Waiting(@Nullable String waiting, List<Wait> calls) {
            this(waiting, calls, List.of());
        }
    }

    /** @param cases of the run that the worker held, and that are dispatched again */
    public record LostWorker(String worker, int cases) {

        @Override
        public String toString() {
            return "worker " + worker + " is lost; " + cases + (cases == 1 ? " case is" : " cases are")
                    + " dispatched again";
        }
    }
}
