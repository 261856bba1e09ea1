package dev.muster.coordinator.analysis.comparison;

import dev.muster.common.json.Wire;
import dev.muster.coordinator.analysis.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two sides by one measure.
 *
 * @param cases pairs of cases for which both sides have a value
 * @param differing how many of them differ
 * @param first mean over these cases
 * @param interval of the second minus the first
 * @param p probability of at least this difference by chance alone
 * @param corrected the same, corrected for all tests of the comparison (Holm)
 * @param needed number of cases that would show a difference of this size; null if there is none, or if it is shown
 */
public record Finding(Measure measure, long cases, long differing, double first, double second, Interval interval,
        Test test,
        double p, double corrected, @Nullable Long needed) {

    /** How many times the cases of a suite are worth naming as a number of further cases. */
    public static final int FAR = 10;

    public enum Test implements Wire {
        MCNEMAR,
        RANDOMIZATION,
        ANALYTIC;
    }

    public double difference() {
        return second - first;
    }

    /** Whether showing this difference would take so many cases that their number says nothing more. */
    public boolean needsFarMore() {
        return needed != null && needed - cases > FAR * cases;
    }

    /** Returns how many further cases are needed; null where {@link #needed} is, and where it is too far off. */
    public @Nullable Long more() {
        return needed == null || needsFarMore() ? null : Long.valueOf(Math.max(1, needed - cases));
    }

    /** Whether there is anything to test: a measure that is the same for every case needs no correction. */
    public boolean isQuestion() {
        return differing > 0;
    }

    public boolean significant() {
        return corrected <= Interval.ALPHA;
    }

    public boolean regression() {
        return significant() && (measure.moreIsBetter() ? difference() < 0 : difference() > 0);
    }

    /** @param cases number of cases that would show it */
    Finding corrected(double value, @Nullable Long cases) {
        return new Finding(measure, this.cases, differing, first, second, interval, test, p, value,
                value <= Interval.ALPHA ? null : cases);
    }
}
