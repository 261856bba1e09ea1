package dev.muster.coordinator.run;

/** The number of cases of a run with each status. */
public record RunCounts(int total, int passed, int failed, int errors, int skipped, int cancelled, int flaky) {

    public int done() {
        return passed + failed + errors + skipped + cancelled + flaky;
    }
}
