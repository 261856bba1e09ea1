package dev.muster.common.script;

/** A script gave no answer; the message names it and says why. */
public final class ScriptFailed extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean late;

    public ScriptFailed(String sentence) {
        this(sentence, false);
    }

    private ScriptFailed(String sentence, boolean late) {
        super(sentence);
        this.late = late;
    }

    /** As the time of its caller was over, which is nothing that a script can help. */
    public static ScriptFailed late(String sentence) {
        return new ScriptFailed(sentence, true);
    }

    /** Whether the time of its caller was over. */
    public boolean isLate() {
        return late;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
