package dev.muster.common.script.host;

/** Answers a running script's questions, on the thread that called the script. */
@FunctionalInterface
public interface Questions {

    /** For scripts that may not ask questions. */
    Questions NONE = (what, document) -> new ScriptAnswer.Refused("there is no " + what + " here");

    /** Answers one question, a JSON document. The script's own time does not run meanwhile. */
    ScriptAnswer answer(String what, String document) throws InterruptedException;
}
