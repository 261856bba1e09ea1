package dev.muster.common.agent.openai;

/** A part of a message that chat completions can't carry; the message says what would be right. */
public final class UnsendableContent extends Exception {

    private static final long serialVersionUID = 1L;

    UnsendableContent(String message) {
        super(message, null, false, false);
    }
}
