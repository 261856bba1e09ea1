package dev.muster.common.check;

import java.util.function.Supplier;

/**
 * What a check saw.
 *
 * @param words the second half of the sentence about a failure; made only when one is written
 */
record Finding(Outcome outcome, Supplier<String> words) {

    /** {@link #UNDECIDED}: a limit was passed; the assertion fails then, negated or not, so that no gate opens. */
    enum Outcome {
        HOLDS,
        FAILS,
        UNDECIDED
    }

    static Finding holds(Supplier<String> words) {
        return new Finding(Outcome.HOLDS, words);
    }

    static Finding fails(Supplier<String> words) {
        return new Finding(Outcome.FAILS, words);
    }

    static Finding undecided(Supplier<String> words) {
        return new Finding(Outcome.UNDECIDED, words);
    }

    String found() {
        return words.get();
    }
}
