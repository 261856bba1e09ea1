package dev.muster.common.script.engine;

/** Whoever started this process, as one task sees it. */
interface Owner {

    /**
     * Asks for something and waits for it.
     *
     * @param what as in {@link dev.muster.common.script.wire.FromHost.Ask}
     * @throws Refused when it is not given
     */
    String ask(String what, String text) throws Refused;

    /** The owner gives it not; the message says why. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
