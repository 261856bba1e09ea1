package dev.muster.common.assertion.eval;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a check saw.
 *
 * @param words the second half of the sentence about a failure; made only when one is written
 * @param seen the same as data; made only then, too
 * @param score 0 to 1, of checks that give one; null for the others
 */
record Observation(Outcome outcome, Supplier<String> words, Supplier<Seen> seen, @Nullable Double score) {

    /** {@link #UNDECIDED}: a limit was passed; the assertion fails then, negated or not, so that no gate opens. */
    enum Outcome {
        HOLDS,
        FAILS,
        UNDECIDED
    }

    private static Observation of(Outcome outcome, Supplier<String> words) {
        return new Observation(outcome, words, () -> Seen.NOTHING, null);
    }

    static Observation holds(Supplier<String> words) {
        return of(Outcome.HOLDS, words);
    }

    static Observation fails(Supplier<String> words) {
        return of(Outcome.FAILS, words);
    }

    static Observation undecided(Supplier<String> words) {
        return of(Outcome.UNDECIDED, words);
    }

    /** Holds when there is nothing to complain about. */
    static Observation unless(Differences differences, Supplier<String> holding, Supplier<String> failing) {
        return differences.none() ? holds(holding) : fails(failing);
    }

    Observation seeing(Supplier<Seen> data) {
        return new Observation(outcome, words, data, score);
    }

    /** What was seen was seen there. */
    Observation at(String place) {
        return seeing(() -> seen.get().at(place));
    }

    Observation scored(double value) {
        return new Observation(outcome, words, seen, value);
    }

    /** 1 when it holds, else 0. */
    Observation scored() {
        return scored(outcome == Outcome.HOLDS ? 1 : 0);
    }

    String found() {
        return words.get();
    }
}
