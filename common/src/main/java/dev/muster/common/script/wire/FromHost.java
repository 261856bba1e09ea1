package dev.muster.common.script.wire;

/** What a script host says. */
public sealed interface FromHost {

    /** Of the call that is meant; 0 for none. */
    int id();

    /** It takes tasks. */
    record Ready(int id) implements FromHost {}

    /**
     * A task needs something of its owner; it waits until it is told.
     *
     * @param what {@link #SOURCE}, or what the tests' library asks for
     * @param text a path, or a JSON document
     */
    record Ask(int id, String what, String text) implements FromHost {

        /** Asks for the text of a file of the scripts folder. */
        public static final String SOURCE = "source";
    }

    /**
     * A task ended well.
     *
     * @param json its answer
     * @param printed what it wrote to the console, or the beginning of it
     */
    record Done(int id, String json, String printed) implements FromHost {}

    /**
     * A task ended otherwise.
     *
     * @param error a sentence
     * @param place {@code file:line:column}; empty when none is known
     * @param printed what it wrote to the console, or the beginning of it
     */
    record Failed(int id, String error, String place, String printed) implements FromHost {}
}
