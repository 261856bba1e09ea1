package dev.muster.common.script.wire;

import dev.muster.common.process.Frames;

/** A message from a script host. */
public sealed interface FromHost {

    /** Maximum size of a frame in bytes: a generator's answer of 64 MiB, plus overhead. */
    int LARGEST = 80 << 20;

    Frames<FromHost> FRAMES = new Frames<>(FromHost.class, LARGEST);

    int id();

    /** The host accepts tasks. */
    record Ready(int id) implements FromHost {}

    /**
     * A task asks its owner for something, and waits for the answer.
     *
     * @param what {@link #SOURCE}, or a request of the test library
     * @param text a path, or a JSON document
     */
    record Ask(int id, String what, String text) implements FromHost {

        /** Asks for the text of a file of the scripts folder. */
        public static final String SOURCE = "source";
    }

    /** A task succeeded; {@code printed} is its console output, or the beginning of it. */
    record Done(int id, String json, String printed) implements FromHost {}

    /** A task failed, at {@code file:line:column}; empty when unknown. */
    record Failed(int id, String error, String place, String printed) implements FromHost {}
}
