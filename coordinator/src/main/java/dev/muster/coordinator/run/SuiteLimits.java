package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.model.Invisible;

/** Limits of a suite and a run. Those who read a suite apply them, and so does who admits a run: it may come from others. */
public final class SuiteLimits {

    /** How often a case runs in a cell. */
    public static final int MOST_REPEATS = 10_000;
    public static final int MOST_CELLS = 1_000;
    public static final int MOST_RESULTS = 20_000_000;

    /** Characters of an id; of a key, which has the file's name in front, four times as many. */
    public static final int LONGEST_ID = 4_000;

    private SuiteLimits() {}

    /** Returns what is wrong with a case's id or key, as the end of a sentence; empty when nothing is. */
    public static Optional<String> troubleOfName(String name, int longest) {
        if (name.length() > longest) {
            return Optional.of("has " + name.length() + " characters; give it at most " + longest);
        }
        return name.codePoints().anyMatch(Character::isISOControl)
                ? Optional.of("must be one line without control characters")
                : Invisible.in(name).map(character -> "has the invisible character " + character
                        + ", so that it looks like another; take it out");
    }

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
