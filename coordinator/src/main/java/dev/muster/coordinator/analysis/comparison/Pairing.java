package dev.muster.coordinator.analysis.comparison;

import module java.base;

/** The result of comparing two sides. */
public record Pairing(Pair pair, PairCounts counts, List<Finding> findings) {

    public Pairing {
        findings = List.copyOf(findings);
    }

    public Optional<Finding> finding(Measure measure) {
        return findings.stream().filter(finding -> finding.measure() == measure).findFirst();
    }
}
