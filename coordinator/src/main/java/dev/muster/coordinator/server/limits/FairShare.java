package dev.muster.coordinator.server.limits;

import module java.base;

/**
 * A run's turn among others. The run with the fewest cases in flight for its weight is first, so each gets its share of
 * the slots however long its cases take; on a tie, the run that was given the fewest cases since both joined.
 */
public final class FairShare {

    private static final int MOST = 10;

    private final double weight;
    private double given;

    /** @param priority 0 is normal; each step up doubles the run's share */
    public FairShare(int priority, Collection<FairShare> others) {
        this.weight = Math.pow(2, Math.clamp(priority, -MOST, MOST));
        this.given = others.stream().mapToDouble(each -> each.given).min().orElse(0);
    }

    public void taken() {
        given += 1 / weight;
    }

    /** Returns where a run stands; the smallest is first. */
    public Rank with(int underWay) {
        return new Rank(underWay / weight, given);
    }

    /** @param underWay cases in flight, divided by the run's weight */
    public record Rank(double underWay, double given) implements Comparable<Rank> {

        private static final Comparator<Rank> ORDER = Comparator.comparingDouble(Rank::underWay)
                .thenComparingDouble(Rank::given);

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }
}
