package dev.muster.common.result;

import dev.muster.common.agent.Usage;

/**
 * The tokens and time that a case spent on simulators and validators.
 *
 * @param usage their tokens and cost
 * @param durationMs time that the case waited for their answers
 */
public record Helped(Usage usage, long durationMs) {}
