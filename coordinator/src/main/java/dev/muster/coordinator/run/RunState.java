package dev.muster.coordinator.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonCreator;
import dev.muster.common.json.Wire;

/** The state of a run. */
public enum RunState implements Wire {
    /** Its cases are being stored. */
    PREPARING,
    /** Cases are dispatched. */
    RUNNING,
    /** Every case has its result. */
    FINISHED,
    /** It was stopped early; cases without a result were cancelled. */
    STOPPED,
    /** It was interrupted: cases without a result may still run. */
    INTERRUPTED;

    public boolean over() {
        return this == FINISHED || this == STOPPED || this == INTERRUPTED;
    }

    @JsonCreator
    public static RunState of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
