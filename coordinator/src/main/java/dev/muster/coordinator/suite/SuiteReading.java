package dev.muster.coordinator.suite;

import java.nio.file.Path;
import java.util.List;

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
