package dev.muster.coordinator.analysis.statistics;

import module java.base;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Resamples cases, each with all its repeats, and measures how far the mean of their differences moves.
 *
 * <p>Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 6 and 13; drawing whole
 * clusters: A. C. Davison and D. V. Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8. Percentiles
 * are too narrow for few cases; they are expanded as in T. C. Hesterberg, "What teachers should know about the
 * bootstrap", The American Statistician 69 (2015), section 5.2: α/2 becomes Φ(−√(n/(n − 1)) t(n − 1, α/2)). P-values
 * are those of {@link SignFlips}.
 */
public record Bootstrap(int resamples, long seed) {

    public static final int RESAMPLES = 10_000;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final long LOW_BITS = 0xffff_ffffL;
    /** Returns the test that the p-values come from. */
    public SignFlips signFlips() {
        return new SignFlips(resamples, seed);
    }

    /** @param differences one for each case, at least one */
    public MeanDifference mean(double[] differences) {
        var moments = Moments.of(differences);
        var interval = moments.variance() == 0 ? new Interval(moments.mean(), moments.mean())
                : interval(means(differences), differences.length);
        return new MeanDifference(moments.cases(), moments.mean(), interval,
                signFlips().p(differences), MeanDifference.Method.RANDOMIZATION);
    }

    private double[] means(double[] differences) {
        var random = new SplittableRandom(seed);
        var means = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            means[i] = mean(differences, random);
        }
        Arrays.sort(means);
        return means;
    }

    /** Draws two cases with each random number; with 10,000 cases, probabilities differ by at most 3 in a million. */
    private static double mean(double[] differences, SplittableRandom random) {
        int n = differences.length;
        double sum = 0;
        for (int i = 1; i < n; i += 2) {
            long bits = random.nextLong();
            sum += differences[(int) (((bits >>> 32) * n) >>> 32)]
                    + differences[(int) (((bits & LOW_BITS) * n) >>> 32)];
        }
        return (n % 2 == 0 ? sum : sum + differences[random.nextInt(n)]) / n;
    }

    private Interval interval(double[] means, int cases) {
        double t = TDistribution.of(cases - 1.0).inverseSurvivalProbability(Interval.ALPHA / 2);
        double tail = NORMAL.survivalProbability(Math.sqrt(cases / (cases - 1.0)) * t);
        int outside = (int) (tail * (resamples + 1));
        return new Interval(means[Math.max(0, outside - 1)], means[resamples - Math.max(1, outside)]);
    }
}
