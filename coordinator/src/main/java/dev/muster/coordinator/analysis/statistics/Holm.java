package dev.muster.coordinator.analysis.statistics;

import module java.base;

/**
 * Corrects p-values for multiple tests, so that the probability of even one false alarm is no higher than for a single
 * test.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979): the i-th smallest of m is multiplied by m − i + 1, and none may be smaller than one before it.
 */
public final class Holm {

    private Holm() {}

    /** @return the corrected p-values, in the given order */
    public static List<Double> corrected(List<Double> ps) {
        var order = IntStream.range(0, ps.size()).boxed().sorted(Comparator.comparing(ps::get)).toList();
        var corrected = new Double[ps.size()];
        double before = 0;
        for (int i = 0; i < order.size(); i++) {
            before = Math.min(1, Math.max(before, ps.get(order.get(i)) * (ps.size() - i)));
            corrected[order.get(i)] = before;
        }
        return List.of(corrected);
    }
}
