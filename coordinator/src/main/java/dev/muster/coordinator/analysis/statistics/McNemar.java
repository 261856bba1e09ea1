package dev.muster.coordinator.analysis.statistics;

import org.apache.commons.statistics.inference.BinomialTest;

/**
 * McNemar's test for pairs of one observation each. Pairs that agree say nothing about the difference.
 *
 * @param onlyFirst pairs that passed on the first side only
 * @param onlySecond pairs that passed on the second side only
 */
public record McNemar(long onlyFirst, long onlySecond) {

    public long discordant() {
        return onlyFirst + onlySecond;
    }

    /**
     * Returns the probability of at least this difference by chance alone: the exact test, two-sided, not mid-p.
     *
     * <p>Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
     * percentages", Psychometrika 12 (1947); exact by the binomial distribution with n = b + c and p = 1/2 (A. Agresti,
     * "Categorical Data Analysis", 3rd ed. 2013, section 11.1).
     */
    public double p() {
        return onlyFirst == onlySecond ? 1
                : BinomialTest.withDefaults().test(Math.toIntExact(discordant()), Math.toIntExact(onlyFirst), 0.5)
                        .getPValue();
    }
}
