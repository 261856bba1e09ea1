package dev.muster.coordinator.run;

import dev.muster.common.model.TestCase;

/**
 * A case of a run.
 *
 * @param number its place in the run, from 0
 */
public record NumberedCase(int number, TestCase testCase) {}
