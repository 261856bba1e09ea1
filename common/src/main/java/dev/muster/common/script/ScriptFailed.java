package dev.muster.common.script;

/** A script gave no answer; the message names it and says why. */
public final class ScriptFailed extends Exception {

    private static final long serialVersionUID = 1;

    public ScriptFailed(String sentence) {
        super(sentence);
    }
}
