package dev.muster.coordinator.run;

import module java.base;

/** Limits of a suite and a run. Those who read a suite apply them, and so does who admits a run: it may come from others. */
public final class SuiteLimits {

    /** How often a case runs in a cell. */
    public static final int MOST_REPEATS = 10_000;
    public static final int MOST_CELLS = 1_000;
    public static final int MOST_RESULTS = 20_000_000;

    private SuiteLimits() {}

    /** Returns what is wrong with a matrix, as a sentence; empty when nothing is. */
    public static Optional<String> trouble(Matrix matrix) {
        return matrix.cells().size() > MOST_CELLS
                ? Optional.of("this run has " + matrix.cells().size() + " cells, and a run has at most " + MOST_CELLS)
                : trouble("this run", matrix.repeat());
    }

    /** @param what for the sentence, such as {@code case a.jsonl#1} */
    public static Optional<String> trouble(String what, int repeats) {
        return repeats < 1 || repeats > MOST_REPEATS
                ? Optional.of(what + " has " + repeats + " repeats; give 1 to " + MOST_REPEATS) : Optional.empty();
    }

    /** Returns what is wrong with the number of results that a run would have. */
    public static Optional<String> trouble(long results) {
        return results > MOST_RESULTS
                ? Optional.of("this run would have " + results + " results, and a run has at most "
                        + MOST_RESULTS + "; take fewer cases, cells or repeats")
                : Optional.empty();
    }
}
