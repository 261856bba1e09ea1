package dev.muster.coordinator.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** The role of an agent that does something for a run besides its cases. */
public enum HelperRole {
    GENERATOR("generator", "generate"),
    REPORTER("reporter", "report");

    private final String mode;
    private final String action;

    HelperRole(String mode, String action) {
        this.mode = mode;
        this.action = action;
    }

    /** Returns its {@code test_mode}. */
    @JsonValue
    public String mode() {
        return mode;
    }

    /** Returns the coordinator's action for it: {@code /api/…}. */
    public String action() {
        return action;
    }
}
