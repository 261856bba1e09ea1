package dev.muster.common.check;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a check saw.
 *
 * @param words the second half of the sentence about a failure; made only when one is written
 * @param score 0 to 1, of checks that give one; null for the others
 */
record Finding(Outcome outcome, Supplier<String> words, @Nullable Double score) {

    /** {@link #UNDECIDED}: a limit was passed; the assertion fails then, negated or not, so that no gate opens. */
    enum Outcome {
        HOLDS,
        FAILS,
        UNDECIDED
    }

    static Finding holds(Supplier<String> words) {
        return new Finding(Outcome.HOLDS, words, null);
    }

    static Finding fails(Supplier<String> words) {
        return new Finding(Outcome.FAILS, words, null);
    }

    static Finding undecided(Supplier<String> words) {
        return new Finding(Outcome.UNDECIDED, words, null);
    }

    Finding scored(double value) {
        return new Finding(outcome, words, value);
    }

    /** 1 when it holds, else 0. */
    Finding scored() {
        return scored(outcome == Outcome.HOLDS ? 1 : 0);
    }

    String found() {
        return words.get();
    }
}
