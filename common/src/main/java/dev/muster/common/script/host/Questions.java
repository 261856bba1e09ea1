package dev.muster.common.script.host;

/** Answers what a script asks for while it runs; called on the thread that called the script. */
@FunctionalInterface
public interface Questions {

    /** For scripts that may ask for nothing. */
    Questions NONE = (what, document) -> new Answer.Refused("there is no " + what + " here");

    /**
     * Answers one question. The script's own time stands still meanwhile.
     *
     * @param document JSON
     */
    Answer answer(String what, String document) throws InterruptedException;

    /** What a script is told. */
    sealed interface Answer {

        /** JSON. */
        record Given(String json) implements Answer {}

        /** Nothing, and a sentence that says why: it is thrown in the script. */
        record Refused(String why) implements Answer {}
    }
}
