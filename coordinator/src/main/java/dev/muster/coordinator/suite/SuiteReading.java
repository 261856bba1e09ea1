package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.input.SuiteFile;

/**
 * The result of reading a run's inputs.
 *
 * @param cases number of valid cases
 * @param faults number of faults; a suite with any does not start
 * @param passedOver files in folders and globs that have an ending of suites, are none, and no case refers to
 * @param single whether single cases of a file were taken
 */
public record SuiteReading(long cases, long faults, List<SuiteFile> passedOver, boolean single) {

    public static final SuiteReading NOTHING = new SuiteReading(0, 0, List.of(), false);
}
