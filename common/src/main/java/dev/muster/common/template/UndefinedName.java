package dev.muster.common.template;

/** Thrown when a suite uses an undefined value; the message names it. */
public final class UndefinedName extends TemplateException {

    private final boolean captured;

    UndefinedName(String sentence, boolean captured) {
        super(sentence);
        this.captured = captured;
    }

    /** Whether the value should have come from a turn of the conversation; otherwise from a hook or the environment. */
    public boolean isCaptured() {
        return captured;
    }
}
