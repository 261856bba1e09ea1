package dev.muster.common.template;

/** Thrown when the names in a text of a suite can't be filled in; the message says why. */
public abstract sealed class Unfilled extends RuntimeException permits UndefinedName, TooMuchText {

    Unfilled(String sentence) {
        super(sentence);
    }
}
