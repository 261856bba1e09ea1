package dev.muster.coordinator.analysis.comparison;

import dev.muster.common.json.Wire;
import dev.muster.coordinator.analysis.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two sides by one measure.
 *
 * @param cases pairs of cases for which both sides have a value
 * @param first mean over these cases
 * @param interval of the second minus the first
 * @param p probability of at least this difference by chance alone
 * @param corrected the same, corrected for all tests of the comparison (Holm)
 * @param needed number of cases that would show a difference of this size; null if there is none, or if it is shown
 */
public record Finding(Measure measure, long cases, double first, double second, Interval interval, Test test,
        double p, double corrected, @Nullable Long needed) {

    public enum Test implements Wire {
        MCNEMAR,
        BOOTSTRAP,
        ANALYTIC;
    }

    public double difference() {
        return second - first;
    }

    /** Returns how many further cases are needed; null where {@link #needed} is. */
    public @Nullable Long more() {
        return needed == null ? null : Long.valueOf(Math.max(1, needed - cases));
    }

    public boolean significant() {
        return corrected <= Interval.ALPHA;
    }

    public boolean regression() {
        return significant() && (measure.moreIsBetter() ? difference() < 0 : difference() > 0);
    }

    /** @param cases number of cases that would show it */
    Finding corrected(double value, @Nullable Long cases) {
        return new Finding(measure, this.cases, first, second, interval, test, p, value,
                value <= Interval.ALPHA ? null : cases);
    }
}
