package dev.muster.coordinator.run;

import com.fasterxml.jackson.annotation.JsonValue;

/** What an agent is asked for beside the cases of a run. */
public enum HelperRole {
    GENERATOR("generator", "generate"),
    REPORTER("reporter", "report");

    private final String mode;
    private final String action;

    HelperRole(String mode, String action) {
        this.mode = mode;
        this.action = action;
    }

    /** Its {@code test_mode}. */
    @JsonValue
    public String mode() {
        return mode;
    }

    /** Where a coordinator is asked for it: {@code /api/…}. */
    public String action() {
        return action;
    }
}
