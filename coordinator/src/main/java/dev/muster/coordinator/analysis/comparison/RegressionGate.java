package dev.muster.coordinator.analysis.comparison;

import module java.base;

/** Fails when a comparison shows a regression. Cost and time are reported but never fail it. */
public final class RegressionGate {

    private RegressionGate() {}

    /** @return why it fails; an empty comparison fails, too */
    public static Optional<String> failure(List<Pairing> pairings) {
        if (pairings.isEmpty()) {
            return Optional.of("there is nothing to compare.");
        }
        return pairings.stream().flatMap(pairing -> failure(pairing).stream()).findFirst();
    }

    private static Optional<String> failure(Pairing pairing) {
        if (pairing.counts().judged() == 0) {
            return Optional.of("no case was judged on both " + pairing.pair().first().name() + " and "
                    + pairing.pair().second().name() + ".");
        }
        var worse = pairing.findings().stream().filter(finding -> finding.measure().quality())
                .filter(Finding::regression).findFirst();
        return worse.map(finding -> finding.measure() == Measure.PASS_RATE ? ComparisonSentence.of(pairing)
                : pairing.pair().second().name() + " scores " + Amounts.of(Measure.SCORE, -finding.difference())
                        + " less than " + pairing.pair().first().name() + ", and that is not chance ("
                        + ComparisonSentence.p(finding.corrected()) + ").");
    }
}
