package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Wire;

/** How a case ended. {@link #ERROR} says nothing about the agent. */
public enum Status implements Wire {
    PASSED,
    FAILED,
    ERROR,
    SKIPPED,
    CANCELLED,
    FLAKY;

    public static Status of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
