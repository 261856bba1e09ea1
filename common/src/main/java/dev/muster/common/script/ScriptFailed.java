package dev.muster.common.script;

/** Thrown when a script gives no answer; the message names it and says why. */
public final class ScriptFailed extends Exception {

    private final boolean late;

    public ScriptFailed(String sentence) {
        this(sentence, false);
    }

    private ScriptFailed(String sentence, boolean late) {
        super(sentence);
        this.late = late;
    }

    /** Returns a failure because the caller's time ran out, which is not the script's fault. */
    public static ScriptFailed late(String sentence) {
        return new ScriptFailed(sentence, true);
    }

    public boolean isLate() {
        return late;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
