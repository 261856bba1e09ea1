package dev.muster.coordinator.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonValue;

/** The role of an agent that does something for a run in addition to its cases. */
public enum HelperRole {
    GENERATOR("generate"),
    REPORTER("report");

    private final String action;

    HelperRole(String action) {
        this.action = action;
    }

    /** Returns its {@code test_mode}. */
    @JsonValue
    public String mode() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the coordinator's action for it: {@code /api/…}. */
    public String action() {
        return action;
    }
}
