package dev.muster.common.agent.openai;

/** Thrown for a part of a message that chat completions can't carry; the message says what to use instead. */
public final class UnsendableContent extends Exception {

    private static final long serialVersionUID = 1L;

    UnsendableContent(String message) {
        super(message, null, false, false);
    }
}
