package dev.muster.coordinator.run;

/** How many cases of a run ended how. */
public record RunCounts(int total, int passed, int failed, int errors, int skipped, int cancelled, int flaky) {

    public int done() {
        return passed + failed + errors + skipped + cancelled + flaky;
    }
}
