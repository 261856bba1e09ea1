package dev.muster.common.check;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a check saw.
 *
 * @param words the second half of the sentence about a failure; made only when one is written
 * @param seen the same as data; made only then, too
 * @param score 0 to 1, of checks that give one; null for the others
 */
record Finding(Outcome outcome, Supplier<String> words, Supplier<Seen> seen, @Nullable Double score) {

    /** {@link #UNDECIDED}: a limit was passed; the assertion fails then, negated or not, so that no gate opens. */
    enum Outcome {
        HOLDS,
        FAILS,
        UNDECIDED
    }

    private static Finding of(Outcome outcome, Supplier<String> words) {
        return new Finding(outcome, words, () -> Seen.NOTHING, null);
    }

    static Finding holds(Supplier<String> words) {
        return of(Outcome.HOLDS, words);
    }

    static Finding fails(Supplier<String> words) {
        return of(Outcome.FAILS, words);
    }

    static Finding undecided(Supplier<String> words) {
        return of(Outcome.UNDECIDED, words);
    }

    /** Holds when there is nothing to complain about. */
    static Finding unless(Differences differences, Supplier<String> holding, Supplier<String> failing) {
        return differences.none() ? holds(holding) : fails(failing);
    }

    Finding seeing(Supplier<Seen> data) {
        return new Finding(outcome, words, data, score);
    }

    /** What was seen was seen there. */
    Finding at(String place) {
        return seeing(() -> seen.get().at(place));
    }

    Finding scored(double value) {
        return new Finding(outcome, words, seen, value);
    }

    /** 1 when it holds, else 0. */
    Finding scored() {
        return scored(outcome == Outcome.HOLDS ? 1 : 0);
    }

    String found() {
        return words.get();
    }
}
