package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.statistics.Moments;

/**
 * @param first mean of the first side
 * @param differing number of differences that are not 0
 */
record MeasureSums(double first, Moments differences, long differing) {

    MeasureSums plus(MeasureSums other) {
        var both = differences.plus(other.differences);
        double share = (double) other.differences.cases() / both.cases();
        return new MeasureSums(first + share * (other.first - first), both, differing + other.differing);
    }
}
