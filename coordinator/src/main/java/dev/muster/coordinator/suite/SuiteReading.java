package dev.muster.coordinator.suite;

import module java.base;

/**
 * The result of reading a run's inputs.
 *
 * @param cases number of valid cases
 * @param faults number of faults; a suite with any does not start
 * @param passedOver files in folders and globs that are not suites
 */
public record SuiteReading(long cases, long faults, List<Path> passedOver) {

    public SuiteReading {
        passedOver = List.copyOf(passedOver);
    }
}
