package dev.muster.cli.session;

import org.jspecify.annotations.Nullable;

/** The user's input can't be used; the message is a sentence that says what would be right. */
public final class BadInput extends Exception {

    public BadInput(@Nullable String message) {
        super(message);
    }
}
