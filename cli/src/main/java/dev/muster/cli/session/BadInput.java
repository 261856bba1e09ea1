package dev.muster.cli.session;

import org.jspecify.annotations.Nullable;

/** The user's input can't be used; the message is a sentence that says what would be right. */
public final class BadInput extends Exception {

    public BadInput(@Nullable String message) {
        super(message);
    }

    /** Throws the sentence if the input is wrong. */
    public static void throwIf(boolean wrong, String sentence) throws BadInput {
        if (wrong) {
            throw new BadInput(sentence);
        }
    }

    /** Checks the number that an option takes. */
    public static void checkRange(String option, long value, long least, long most) throws BadInput {
        throwIf(value < least || value > most, option + " takes a whole number from " + least + " to " + most);
    }
}
