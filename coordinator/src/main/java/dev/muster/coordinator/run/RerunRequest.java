package dev.muster.coordinator.run;

import dev.muster.common.json.Wire;

/** The part of an earlier run to run, from its stored cases and with its settings. */
public enum RerunRequest implements Wire {
    /** Cases without a result, or cancelled: the same run continues. */
    REST,
    /** The same, and no failure stops the run any more. */
    REST_TO_THE_END,
    /** Cases that ended in an error: a new run. */
    ERRORS,
    /** Cases that failed: a new run. */
    FAILED;

    /** Whether the same run continues. */
    public boolean goesOn() {
        return this == REST || this == REST_TO_THE_END;
    }
}
