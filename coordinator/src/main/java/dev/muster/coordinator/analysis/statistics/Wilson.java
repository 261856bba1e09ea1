package dev.muster.coordinator.analysis.statistics;

import module java.base;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Wilson's score interval of a share.
 *
 * <p>Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
 * method 3 of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
 * (1998): (2np + z² ± z √(z² + 4np(1 − p))) / 2(n + z²).
 */
public final class Wilson {

    static final double Z = NormalDistribution.of(0, 1)
            .inverseCumulativeProbability(1 - Interval.ALPHA / 2);

    private Wilson() {}

    /** @return empty if nothing was observed */
    public static Optional<Interval> interval(long passed, long of) {
        return of == 0 ? Optional.empty() : Optional.of(interval((double) passed / of, (double) of));
    }

    /** @param size number of independent observations, or the effective number; more than 0 */
    static Interval interval(double share, double size) {
        double middle = share + Z * Z / (2 * size);
        double reach = Z * Math.sqrt((share * (1 - share) + Z * Z / (4 * size)) / size);
        double scale = 1 + Z * Z / size;
        return new Interval(share == 0 ? 0 : Math.max(0, (middle - reach) / scale),
                share == 1 ? 1 : Math.min(1, (middle + reach) / scale));
    }
}
