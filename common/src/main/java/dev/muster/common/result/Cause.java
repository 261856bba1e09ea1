package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Wire;

/** Why a case has its status (the failure table in docs/results.md). */
public enum Cause implements Wire {
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
    /** The conversation exceeded its maximum number of turns. */
    MAX_TURNS(true),
    /** The simulated user reached its goal before all required checkpoints were reached. */
    GOAL_WITHOUT_CHECKPOINTS(true),
    /** Simulator or validator used up the case's time. */
    TIMEOUT(false),
    /** The agent waited for input that never came, or there was no initial input. */
    MISSING_INPUT(false),
    /**
     * The case was skipped because the agent waited for input that never came, before its final assertions or any other
     * were tried, and no setting allows that.
     */
    UNCHECKED(false),
    /** The case passed, but nothing that was to be checked was: no assertion was tried. */
    NOTHING_CHECKED(true),
    /** The simulator failed, gave no answer, or repeated itself. */
    SIMULATOR_ERROR(false),
    /** A validator failed, or gave no verdict. */
    VALIDATOR_ERROR(false),
    /** A script failed, or gave no verdict. */
    SCRIPT_ERROR(false),
    /** A hook failed, or did not print a JSON object. */
    HOOK_ERROR(false),
    /** The worker that ran the case was lost. */
    WORKER_LOST(false),
    /** The worker itself did not run for a part of the attempt, so that a time over a limit is not the agent's. */
    WORKER_PAUSED(false),
    /** The suite skips the case. */
    SKIPPED(false),
    /** The repeat was no longer needed: an earlier one of the case did not pass ({@code --stop-repeats}). */
    DECIDED(false),
    /** The case is in quarantine: it was run, and its result does not count. */
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
        return inRates && this != NONE && this != NOTHING_CHECKED;
    }

    public static Cause of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
