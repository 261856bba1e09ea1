package dev.muster.common.script.engine;

/** The process that started this one, as one task sees it. */
interface Owner {

    /**
     * Asks for something and waits for the answer.
     *
     * @param what as in {@link dev.muster.common.script.wire.FromHost.Ask}
     * @throws Refused when the owner refuses
     */
    String ask(String what, String text) throws Refused;

    /** Thrown when the owner refuses; the message says why. */
    final class Refused extends Exception {

        Refused(String why) {
            super(why);
        }
    }
}
