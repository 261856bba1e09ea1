package dev.muster.common.template;

/** A suite asks for a value that is not there; the message names it. */
public final class UndefinedName extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean captured;

    UndefinedName(String sentence, boolean captured) {
        super(sentence);
        this.captured = captured;
    }

    /** Whether a turn of the conversation was to find the value; else a hook or the environment. */
    public boolean isCaptured() {
        return captured;
    }
}
