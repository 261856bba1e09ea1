package dev.muster.common.result;

import module java.base;
import dev.muster.common.agent.Usage;

/** The tokens that a case spent on simulators and validators, and the time that it waited for them. */
public record HelperSpend(Usage usage, long durationMs) {}
