package dev.muster.common.result;

import dev.muster.common.agent.Usage;

/**
 * What simulators and validators took of a case, apart from the target.
 *
 * @param usage their tokens, and what these cost
 * @param durationMs that the case waited for their answers
 */
public record Helped(Usage usage, long durationMs) {}
