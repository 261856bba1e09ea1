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
    /** The target ended its run as cancelled: neither a success nor a failure. */
    CANCELLED_BY_AGENT(false),
    /** An assertion did not hold. */
    ASSERTION(true),
    /** A required checkpoint was not reached. */
    CHECKPOINT(true),
    /** The conversation took more turns than it may. */
    MAX_TURNS(true),
    /** The simulated user had what it wanted before all required checkpoints were reached. */
    GOAL_WITHOUT_CHECKPOINTS(true),
    /** Simulator or validator used up the time of the case. */
    TIMEOUT(false),
    /** The agent waited for an input that nobody gave, or there was none to begin with. */
    MISSING_INPUT(false),
    /** The simulator failed, answered nothing, or repeated itself. */
    SIMULATOR_ERROR(false),
    /** A validator broke, or gave no verdict. */
    VALIDATOR_ERROR(false),
    /** A script broke, or gave no verdict. */
    SCRIPT_ERROR(false),
    /** A hook failed, or printed no JSON object. */
    HOOK_ERROR(false),
    /** The worker that held the case was lost. */
    WORKER_LOST(false),
    /** The suite says that the case is not to be run. */
    SKIPPED(false),
    /** A repeat that was not needed any more: an earlier one of the case did not pass ({@code --stop-repeats}). */
    DECIDED(false),
    /** The case is in quarantine: it was run, and what came of it counts for nothing. */
    MUTED(false),
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

    /** Whether a failure of this cause is the agent's. */
    public boolean blamesAgent() {
        return inRates && this != NONE;
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
