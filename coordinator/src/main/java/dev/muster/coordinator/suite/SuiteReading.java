package dev.muster.coordinator.suite;

import module java.base;

/**
 * The result of reading a run's inputs.
 *
 * @param cases number of valid cases
 * @param faults number of faults; a suite with any does not start
 * @param passedOver files in folders and globs that are not suites
 * @param single whether single cases of a file were wanted
 */
public record SuiteReading(long cases, long faults, List<Path> passedOver, boolean single) {

    public static final SuiteReading NOTHING = new SuiteReading(0, 0, List.of(), false);

    public SuiteReading {
        passedOver = List.copyOf(passedOver);
    }
}
