package dev.muster.common.target;

/**
 * Thrown where a helper or a database of a case may not be called from here; the message is a sentence. Another try
 * can't help.
 */
public final class NotAllowed extends RuntimeException {

    public NotAllowed(String sentence) {
        super(sentence, null, false, false);
    }
}
