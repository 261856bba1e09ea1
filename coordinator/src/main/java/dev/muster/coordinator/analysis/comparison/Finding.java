package dev.muster.coordinator.analysis.comparison;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.coordinator.analysis.statistics.Interval;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one measure says of two sides.
 *
 * @param cases pairs of cases of which both sides know it
 * @param first mean over these cases
 * @param second mean over these cases
 * @param interval of the second less the first
 * @param p how often chance alone makes as large a difference
 * @param corrected the same for as many questions as were asked at once (Holm)
 * @param needed cases that would show a difference of this size; null where there is none, or where it is shown
 */
public record Finding(Measure measure, long cases, double first, double second, Interval interval, Test test,
        double p, double corrected, @Nullable Long needed) {

    /** Where the p-value is from. */
    public enum Test {
        MCNEMAR,
        BOOTSTRAP,
        ANALYTIC;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public double difference() {
        return second - first;
    }

    /** Cases beside those that were seen; null where {@link #needed} is. */
    public @Nullable Long more() {
        return needed == null ? null : Long.valueOf(Math.max(1, needed - cases));
    }

    public boolean significant() {
        return corrected <= Interval.ALPHA;
    }

    /** Whether the second side is worse, and not by chance. */
    public boolean regression() {
        return significant() && (measure.moreIsBetter() ? difference() < 0 : difference() > 0);
    }

    /** @param cases that would show it */
    Finding corrected(double value, @Nullable Long cases) {
        return new Finding(measure, this.cases, first, second, interval, test, p, value,
                value <= Interval.ALPHA ? null : cases);
    }
}
