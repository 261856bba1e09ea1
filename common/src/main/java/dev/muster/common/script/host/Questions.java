package dev.muster.common.script.host;

/** Answers a running script's questions, on the thread that called the script. */
@FunctionalInterface
public interface Questions {

    /** For scripts that may not ask questions. */
    Questions NONE = (what, document) -> new Answer.Refused("there is no " + what + " here");

    /** Answers one question, a JSON document. The script's own time does not run meanwhile. */
    Answer answer(String what, String document) throws InterruptedException;

    /** An answer to a script. */
    sealed interface Answer {

        record Given(String json) implements Answer {}

        /** A refusal with its reason, which is thrown in the script. */
        record Refused(String why) implements Answer {}
    }
}
