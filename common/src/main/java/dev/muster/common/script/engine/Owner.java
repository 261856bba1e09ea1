package dev.muster.common.script.engine;

/** The process that started this one, as one task sees it. */
interface Owner {

    /**
     * Asks for something and waits for the answer.
     *
     * @param what as in {@link dev.muster.common.script.wire.FromHost.Ask}
     * @throws RefusedByOwner when the owner refuses
     */
    String ask(String what, String text) throws RefusedByOwner;
}
