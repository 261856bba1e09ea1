package dev.muster.common.template;

/** A suite asks for a value that is not there; the message names it. */
public final class UndefinedName extends RuntimeException {

    private static final long serialVersionUID = 1;

    UndefinedName(String sentence) {
        super(sentence);
    }
}
