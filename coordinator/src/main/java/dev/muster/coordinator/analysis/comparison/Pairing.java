package dev.muster.coordinator.analysis.comparison;

import module java.base;

/** The result of comparing two sides. */
public record Pairing(Pair pair, PairCounts counts, List<Finding> findings) {

    public Optional<Finding> finding(Measure measure) {
        return findings.stream().filter(finding -> finding.measure() == measure).findFirst();
    }

    /**
     * The case counts of a pair of sides.
     *
     * @param judged how many of them are in the rates of both
     * @param changes number of changes of each kind; a kind without changes may be missing
     */
    public record PairCounts(long both, long judged, Map<Change.Kind, Long> changes) {

        public long of(Change.Kind kind) {
            return changes.getOrDefault(kind, 0L);
        }
    }
}
