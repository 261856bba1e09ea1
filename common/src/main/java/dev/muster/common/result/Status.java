package dev.muster.common.result;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How a case ended. {@link #ERROR} says nothing about the agent. */
public enum Status {
    PASSED,
    FAILED,
    ERROR,
    SKIPPED,
    CANCELLED,
    FLAKY;

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Status of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
