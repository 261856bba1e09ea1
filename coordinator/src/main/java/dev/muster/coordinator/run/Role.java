package dev.muster.coordinator.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonValue;

/** What the holder of a token may do with a fleet. */
public enum Role {

    /** Sees everything, and changes nothing. */
    VIEWER,
    /** Sees everything, starts runs, and changes its own. */
    SUBMITTER,
    /** Fetches files by their hash. */
    WORKER,
    /** Does everything; makes and revokes tokens. */
    ADMIN;

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException with a sentence, for a name of no role */
    public static Role of(String wire) {
        return Arrays.stream(values()).filter(role -> role.wire().equals(wire)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + wire + "' is not a role: "
                        + Arrays.stream(values()).map(Role::wire).collect(Collectors.joining(", "))));
    }
}
