package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.model.TestCase;

/** The newest attempt in which the agent failed, as far as it is stored. */
public record FailedEarlier(Settlement.Attempt attempt, TestCase testCase) {}
