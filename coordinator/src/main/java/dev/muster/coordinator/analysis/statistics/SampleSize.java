package dev.muster.coordinator.analysis.statistics;

import module java.base;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The number of cases needed to show a difference of the observed size, in four of five attempts. */
public final class SampleSize {

    /** The probability of showing a true difference of that size. */
    public static final double POWER = 0.8;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SampleSize() {}

    /** Returns how many cases must differ, all in the same direction, to show a difference: 2 / 2ⁿ is at most α. */
    static long leastDiffering(double alpha) {
        return (long) Math.ceil(1 - Math.log(alpha) / Math.log(2) - 1e-9);
    }

    /** At least as many cases as make so many differ, if the same share of them does. */
    private static OptionalLong atLeast(OptionalLong needed, long differing, long cases, double alpha) {
        return needed.isEmpty() || differing == 0 ? needed
                : OptionalLong.of(Math.max(needed.getAsLong(),
                        (long) Math.ceil((double) leastDiffering(alpha) * cases / differing)));
    }

    /**
     * Returns the number of pairs needed for {@link McNemar}, if the same share of them differs, in the same
     * proportion.
     *
     * <p>Source: R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design",
     * Biometrics 43 (1987): (z(α/2) √ψ + z(β) √(ψ − δ²))² / δ², with ψ the share of pairs that differ and δ the
     * difference of the rates.
     *
     * @param alpha significance level, smaller when several comparisons share it
     * @return empty if no difference was observed
     */
    public static OptionalLong pairs(McNemar seen, long pairs, double alpha) {
        double differing = (double) seen.discordant() / pairs;
        double difference = (double) (seen.onlyFirst() - seen.onlySecond()) / pairs;
        return difference == 0 ? OptionalLong.empty()
                : atLeast(of((z(alpha / 2) * Math.sqrt(differing)
                        + z(1 - POWER) * Math.sqrt(differing - difference * difference)) / difference),
                        seen.discordant(), pairs, alpha);
    }

    /**
     * Returns the number of cases needed for {@link MeanDifference}, if differences vary as observed.
     *
     * <p>Source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences", 2nd ed. 1988, section 2.4, by the
     * normal distribution: ((z(α/2) + z(β)) s / δ)².
     *
     * @param differing number of cases whose difference is not 0
     * @return empty if no difference was observed
     */
    public static OptionalLong cases(Moments seen, long differing, double alpha) {
        return seen.mean() == 0 ? OptionalLong.empty()
                : atLeast(of((z(alpha / 2) + z(1 - POWER)) * Math.sqrt(seen.variance()) / seen.mean()), differing,
                        seen.cases(), alpha);
    }

    private static OptionalLong of(double root) {
        return OptionalLong.of((long) Math.ceil(root * root));
    }

    private static double z(double tail) {
        return NORMAL.inverseSurvivalProbability(tail);
    }
}
