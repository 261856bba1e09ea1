package dev.muster.coordinator.analysis.statistics;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of the differences of paired cases, and how sure it is. The case is what is drawn at random, so all
 * repeats of one count as one difference, that of their means.
 *
 * @param cases how many pairs there are, 1 or more
 * @param p how often chance alone makes a mean at least as far from 0
 */
public record MeanDifference(long cases, double mean, Interval interval, double p, Method method) {

    /** Cases up to which differences are drawn again; what is above is near enough to normal. */
    public static final int MOST_DRAWN = 10_000;

    /** How the interval was found. */
    public enum Method {
        /** By drawing the cases again, many times. */
        BOOTSTRAP,
        /** From the variance between cases. */
        ANALYTIC;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * From moments alone: mean ± t √(s²/n), with s² between cases.
     *
     * <p>Source: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika
     * 73 (1986): the variance that holds whatever the repeats of a case have in common; for a mean of clusters that count
     * alike and with the correction n / (n − 1) it is s²/n. Evan Miller, "Adding error bars to evals", 2024, section 3,
     * applies it to paired differences.
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

    /** All cases differ by the same: nothing varies that could tell how far the mean may be off. */
    static MeanDifference certain(Moments moments, Method method) {
        double p = moments.mean() == 0 ? 1 : atLeast(moments.cases(), 0);
        return new MeanDifference(moments.cases(), moments.mean(), new Interval(moments.mean(), moments.mean()), p,
                method);
    }

    /**
     * No p-value is smaller than the smallest that the signs of so many differences could give, 2 / 2ⁿ (R. A. Fisher,
     * "The Design of Experiments", 1935, section 21): a handful of cases proves nothing, however much they agree.
     */
    static double atLeast(long cases, double p) {
        return Math.min(1, Math.max(p, Math.scalb(2.0, (int) -Math.min(cases, 1000))));
    }
}
