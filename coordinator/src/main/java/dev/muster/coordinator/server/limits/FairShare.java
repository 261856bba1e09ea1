package dev.muster.coordinator.server.limits;

import java.util.Collection;
import java.util.Comparator;

/**
 * A run's turn among others. Who has fewest cases under way for its weight is first, so each has its part of the slots
 * however long its cases take; among those that have equally many, who was given fewest since both are there.
 */
public final class FairShare {

    private static final int MOST = 10;

    private final double weight;
    private double given;

    /**
     * Of a run that comes now.
     *
     * @param priority 0 is usual; each one more doubles the run's part
     * @param others of the runs that are there
     */
    public FairShare(int priority, Collection<FairShare> others) {
        this.weight = Math.pow(2, Math.clamp(priority, -MOST, MOST));
        this.given = others.stream().mapToDouble(each -> each.given).min().orElse(0);
    }

    /** It was given a case. */
    public void taken() {
        given += 1 / weight;
    }

    /** Where a run stands: the least is first. */
    public Standing with(int underWay) {
        return new Standing(underWay / weight, given);
    }

    /** @param underWay cases, for its weight */
    public record Standing(double underWay, double given) implements Comparable<Standing> {

        private static final Comparator<Standing> ORDER = Comparator.comparingDouble(Standing::underWay)
                .thenComparingDouble(Standing::given);

        @Override
        public int compareTo(Standing other) {
            return ORDER.compare(this, other);
        }
    }
}
