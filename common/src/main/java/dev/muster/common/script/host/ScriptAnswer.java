package dev.muster.common.script.host;

/** An answer to a script. */
public sealed interface ScriptAnswer {

    record Given(String json) implements ScriptAnswer {}

    /** A refusal with its reason, which is thrown in the script. */
    record Refused(String why) implements ScriptAnswer {}
}
