package dev.muster.common.result;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Why a case has its status (the failure table of the formats). */
public enum Cause {
    /** Nothing went wrong. */
    NONE(true, false),
    /** The target could not be reached, or refused. */
    INFRASTRUCTURE(false, true),
    /** The target answered with an error, or broke its protocol. */
    AGENT_ERROR(true, false),
    /** The target did not answer in time. */
    AGENT_TIMEOUT(true, false),
    /** An assertion did not hold. */
    ASSERTION(true, false),
    /** The worker that held the case was lost. */
    WORKER_LOST(false, false),
    /** The suite says that the case is not to be run. */
    SKIPPED(false, false),
    /** The run was cancelled, or stopped at its first failure. */
    CANCELLED(false, false);

    private final boolean inRates;
    private final boolean goesRoundAgain;

    Cause(boolean inRates, boolean goesRoundAgain) {
        this.inRates = inRates;
        this.goesRoundAgain = goesRoundAgain;
    }

    /** Whether results of this cause count in pass rates. */
    public boolean inRates() {
        return inRates;
    }

    /** Whether {@code --retries} may send the case round again. */
    public boolean goesRoundAgain() {
        return goesRoundAgain;
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
