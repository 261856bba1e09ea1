package dev.muster.common.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a case has its status (the failure table of the formats). */
public enum Cause {
    /** Nothing went wrong. */
    NONE(true),
    /** The target could not be reached, or refused. */
    INFRASTRUCTURE(false),
    /** The target answered with an error, or broke its protocol. */
    AGENT_ERROR(true),
    /** The target did not answer in time. */
    AGENT_TIMEOUT(true),
    /** An assertion did not hold. */
    ASSERTION(true),
    /** The worker that held the case was lost. */
    WORKER_LOST(false),
    /** The suite says that the case is not to be run. */
    SKIPPED(false),
    /** The run was cancelled, or stopped at its first failure. */
    CANCELLED(false);

    private final boolean inRates;

    Cause(boolean inRates) {
        this.inRates = inRates;
    }

    /** Whether results of this cause count in pass rates. */
    public boolean inRates() {
        return inRates;
    }

    @JsonValue
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    @JsonCreator
    public static Cause of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
