package dev.muster.coordinator.analysis.statistics;

import dev.muster.common.json.Wire;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean difference of paired cases, and its precision. The case is the sampling unit, so all repeats of one count as
 * one difference, that of their means.
 *
 * @param cases number of pairs, 1 or more
 * @param p probability by chance alone of a mean at least as far from 0
 */
public record MeanDifference(long cases, double mean, Interval interval, double p, Method method) {

    /** Maximum number of cases for which differences are resampled; larger samples are close enough to normal. */
    public static final int MOST_DRAWN = 10_000;

    /** How the interval was computed. */
    public enum Method implements Wire {
        /** By resampling the cases and flipping the signs of their differences many times. */
        RANDOMIZATION,
        /** From the variance between cases. */
        ANALYTIC;
    }

    /**
     * Computes it from moments alone: mean ± t √(s²/n), with s² between cases.
     *
     * <p>Source: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika
     * 73 (1986): the variance that holds whatever the repeats of a case have in common; for a mean of equally weighted
     * clusters and with the correction n / (n − 1) it is s²/n. Evan Miller, "Adding error bars to evals", 2024, section
     * 3, applies it to paired differences.
     */
    public static MeanDifference analytic(Moments moments) {
        double error = moments.standardError();
        if (moments.cases() < 2 || error == 0) {
            return certain(moments);
        }
        var t = TDistribution.of(moments.cases() - 1.0);
        double reach = t.inverseSurvivalProbability(Interval.ALPHA / 2) * error;
        double p = 2 * t.survivalProbability(Math.abs(moments.mean()) / error);
        return new MeanDifference(moments.cases(), moments.mean(),
                new Interval(moments.mean() - reach, moments.mean() + reach), p, Method.ANALYTIC);
    }

    /** Without variance, nothing tells how far the mean may be off: all cases differ by the same amount. */
    private static MeanDifference certain(Moments moments) {
        return new MeanDifference(moments.cases(), moments.mean(), new Interval(moments.mean(), moments.mean()),
                moments.mean() == 0 ? 1 : Math.min(1, Math.scalb(2.0, (int) -Math.min(moments.cases(), 1000))),
                Method.ANALYTIC);
    }

    /** Returns this with the p-value of {@link SignFlips}, of the differences that are not 0. */
    public MeanDifference with(double signFlips) {
        return new MeanDifference(cases, mean, interval, signFlips, Method.RANDOMIZATION);
    }
}
