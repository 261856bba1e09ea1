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
        /** By resampling the cases many times. */
        BOOTSTRAP,
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
            return certain(moments, Method.ANALYTIC);
        }
        var t = TDistribution.of(moments.cases() - 1.0);
        double reach = t.inverseSurvivalProbability(Interval.ALPHA / 2) * error;
        double p = 2 * t.survivalProbability(Math.abs(moments.mean()) / error);
        return new MeanDifference(moments.cases(), moments.mean(),
                new Interval(moments.mean() - reach, moments.mean() + reach), atLeast(moments.cases(), p),
                Method.ANALYTIC);
    }

    /**
     * Returns the result if all cases differ by the same amount: without variance, nothing tells how far the mean may
     * be off.
     */
    static MeanDifference certain(Moments moments, Method method) {
        double p = moments.mean() == 0 ? 1 : atLeast(moments.cases(), 0);
        return new MeanDifference(moments.cases(), moments.mean(), new Interval(moments.mean(), moments.mean()), p,
                method);
    }

    /**
     * Raises a p-value to the smallest that the signs of so many differences could give, 2 / 2ⁿ (R. A. Fisher, "The
     * Design of Experiments", 1935, section 21): a handful of cases proves nothing, however much they agree.
     */
    static double atLeast(long cases, double p) {
        return Math.min(1, Math.max(p, Math.scalb(2.0, (int) -Math.min(cases, 1000))));
    }
}
