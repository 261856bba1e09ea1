package dev.muster.coordinator.suite;

import java.nio.file.Path;
import java.util.List;

/**
 * What came of reading a run's inputs.
 *
 * @param cases sound ones
 * @param faults a suite with any does not start
 * @param passedOver files of folders and globs that are no suites
 */
public record SuiteReading(long cases, long faults, List<Path> passedOver) {

    public SuiteReading {
        passedOver = List.copyOf(passedOver);
    }
}
