package dev.muster.coordinator.run;

import module java.base;

/**
 * The number of cases of a run with each status.
 *
 * @param inRates how many count in the pass rate: a failure that is not the agent's does not
 */
public record RunCounts(int total, int passed, int failed, int errors, int skipped, int cancelled, int flaky,
        int inRates) {

    /** Returns the share that passed; empty when no result counts. */
    public OptionalDouble passRate() {
        return inRates == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) passed / inRates);
    }

    public int done() {
        return passed + failed + errors + skipped + cancelled + flaky;
    }
}
