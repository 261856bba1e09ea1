package dev.muster.common.assertion;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How the arguments of a call are compared with those of a suite. */
public enum ArgsMatch {
    /** Both are the same. */
    EXACT,
    /** The suite's arguments are a subset of the call's. */
    SUBSET,
    /** The call's arguments are a subset of the suite's. */
    SUPERSET,
    /** Arguments are not compared. */
    IGNORE;

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static ArgsMatch of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
