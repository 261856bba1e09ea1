package dev.muster.coordinator.analysis.statistics;

import module java.base;

/**
 * Tests whether the mean of paired differences is 0. If both sides are the same agent, each difference is as likely
 * with the other sign, so the p-value is the share of sign assignments whose mean is at least as far from 0. This holds
 * whatever the distribution is, and however few of the differences are not 0.
 *
 * <p>Source: R. A. Fisher, "The Design of Experiments", 1935, section 21; drawn assignments and the observed one
 * counted among them: B. Phipson and G. K. Smyth, "Permutation p-values should never be zero", Statistical Applications
 * in Genetics and Molecular Biology 9 (2010). For differences of one size it is the exact McNemar test.
 *
 * @param draws number of drawn assignments, where there are too many to count all
 */
public record SignFlips(int draws, long seed) {

    /** All assignments of so many differences are counted; of more, some are drawn. */
    private static final int COUNTED = 16;
    /** Tolerance for rounding: sums of the same differences in another order count as equal. */
    private static final double ROUNDING = 1e-9;

    /** Returns the probability, two-sided, of a mean at least as far from 0; differences of 0 change nothing. */
    public double p(double[] differences) {
        var differing = Arrays.stream(differences).filter(difference -> difference != 0).toArray();
        double sum = Math.abs(Arrays.stream(differing).sum());
        double least = sum - ROUNDING * Arrays.stream(differing).map(Math::abs).sum();
        return differing.length == 0 ? 1
                : differing.length <= COUNTED ? counted(differing, least) : drawn(differing, least);
    }

    /** Goes through all assignments, each of which differs from the one before in one sign (a Gray code). */
    private static double counted(double[] differing, double least) {
        double sum = Arrays.stream(differing).sum();
        long all = 1L << differing.length;
        var flipped = new boolean[differing.length];
        long beyond = Math.abs(sum) >= least ? 1 : 0;
        for (long n = 1; n < all; n++) {
            int next = Long.numberOfTrailingZeros(n);
            sum += flipped[next] ? 2 * differing[next] : -2 * differing[next];
            flipped[next] = !flipped[next];
            beyond += Math.abs(sum) >= least ? 1 : 0;
        }
        return (double) beyond / all;
    }

    private double drawn(double[] differing, double least) {
        var random = new SplittableRandom(seed);
        int beyond = 1;
        for (int n = 0; n < draws; n++) {
            beyond += Math.abs(drawn(differing, random)) >= least ? 1 : 0;
        }
        return beyond / (draws + 1.0);
    }

    private static double drawn(double[] differing, SplittableRandom random) {
        double sum = 0;
        long signs = 0;
        for (int i = 0; i < differing.length; i++) {
            signs = i % Long.SIZE == 0 ? random.nextLong() : signs >>> 1;
            sum += (signs & 1) == 0 ? differing[i] : -differing[i];
        }
        return sum;
    }
}
