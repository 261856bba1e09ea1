package dev.muster.coordinator.run;

import dev.muster.common.model.TestCase;

/**
 * A case of a run.
 *
 * @param number its place in the run, from 0
 * @param places where it is still to be run
 */
public record NumberedCase(int number, TestCase testCase, Places places) {}
