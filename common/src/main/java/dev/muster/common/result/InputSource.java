package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Wire;

/** The source of a turn's input. */
public enum InputSource implements Wire {
    /** A turn of the suite. */
    STATIC,
    /** The case's {@code input} or {@code messages}. */
    INITIAL,
    SIMULATED,
    /** A human user at the terminal. */
    INTERACTIVE
}
