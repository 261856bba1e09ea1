package dev.muster.coordinator.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a run stands. */
public enum RunState {
    /** Its cases are being stored. */
    PREPARING,
    /** Cases are handed out. */
    RUNNING,
    /** Every case has its result. */
    FINISHED,
    /** It was stopped before; what had no result yet was cancelled. */
    STOPPED,
    /** It was broken off: what has no result yet may still be run. */
    INTERRUPTED;

    public boolean over() {
        return this == FINISHED || this == STOPPED || this == INTERRUPTED;
    }

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static RunState of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
