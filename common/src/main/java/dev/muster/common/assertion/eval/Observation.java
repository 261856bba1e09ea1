package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.result.CaseResult;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check.
 *
 * @param words the second half of a failure message; computed only when needed
 * @param seen the same as data; computed only then, too
 * @param score 0 to 1 from checks that give one; null from others
 * @param warning what the suite's author should know if the assertion passes; null for nothing
 */
record Observation(CheckOutcome outcome, Supplier<String> words, Supplier<Seen> seen, @Nullable Double score,
        @Nullable String warning) {

    private static Observation of(CheckOutcome outcome, Supplier<String> words) {
        return new Observation(outcome, words, () -> Seen.NOTHING, null, null);
    }

    static Observation holds(Supplier<String> words) {
        return of(CheckOutcome.HOLDS, words);
    }

    static Observation fails(Supplier<String> words) {
        return of(CheckOutcome.FAILS, words);
    }

    static Observation undecided(Supplier<String> words) {
        return of(CheckOutcome.UNDECIDED, words);
    }

    static Observation of(boolean holds, Supplier<String> words) {
        return of(holds ? CheckOutcome.HOLDS : CheckOutcome.FAILS, words);
    }

    /** Returns an observation that fails with some words, if there are any. */
    static Observation unless(Optional<String> trouble, Supplier<String> holding) {
        return trouble.map(words -> fails(() -> words)).orElseGet(() -> holds(holding));
    }

    /** Returns an observation that holds when there are no differences. */
    static Observation unless(Differences differences, Supplier<String> holding, Supplier<String> failing) {
        return differences.none() ? holds(holding) : fails(failing);
    }

    Observation seeing(Supplier<Seen> data) {
        return new Observation(outcome, words, data, score, warning);
    }

    Observation warning(String sentence) {
        return new Observation(outcome, words, seen, score, sentence);
    }

    /** Warns that the assertion looks at nothing. */
    Observation unchecked(String sentence) {
        return warning(CaseResult.NOT_CHECKED + sentence);
    }

    Observation at(String place) {
        return seeing(() -> seen.get().at(place));
    }

    Observation scored(double value) {
        return new Observation(outcome, words, seen, value, warning);
    }

    /** Returns this observation with score 1 when it holds, else 0. */
    Observation scored() {
        return scored(outcome == CheckOutcome.HOLDS ? 1 : 0);
    }

    String found() {
        return words.get();
    }
}
