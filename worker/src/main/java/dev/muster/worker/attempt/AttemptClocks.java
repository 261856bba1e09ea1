package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Pauses;
import dev.muster.common.time.Ticker;

/**
 * The clocks of attempts.
 *
 * @param ticker for durations, as the agent and its users see them
 * @param pauses for the case's deadline: a pause of this process is not the agent's time
 */
public record AttemptClocks(InstantSource clock, Ticker ticker, Pauses pauses, Pause pause) {}
