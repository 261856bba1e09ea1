package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.run.StoredRun;

/** Determines the sides of a comparison, and which of them are paired. */
public final class Sides {

    /** More would be an unreadable table, and a correction that nothing survives. */
    public static final int MOST_PAIRS = 45;

    private Sides() {}

    /** @param cells numbers of the cells that the user selected */
    public record Named(StoredRun run, List<Integer> cells, List<String> names) {

        String cell(int cell) {
            return names.get(cell);
        }
    }

    /** Returns each cell of each run, named by what distinguishes it. */
    public static List<Side> of(List<Named> named) {
        return named.stream().flatMap(one -> of(named, one).stream()).toList();
    }

    private static List<Side> of(List<Named> named, Named one) {
        return one.cells().stream().map(cell -> new Side(name(named, one, cell), one.run().id(), cell)).toList();
    }

    /**
     * Pairs cells of one run with each other, and cells of different runs with those of the same name, or with the only
     * one that the other has.
     */
    public static List<Pair> pairs(List<Named> named) {
        var pairs = new ArrayList<Pair>();
        if (named.size() == 1) {
            within(of(named), pairs);
        }
        for (int i = 0; i < named.size(); i++) {
            for (int j = i + 1; j < named.size(); j++) {
                across(named.get(i), of(named, named.get(i)), named.get(j), of(named, named.get(j)), pairs);
            }
        }
        return List.copyOf(pairs);
    }

    private static void within(List<Side> sides, List<Pair> pairs) {
        for (int i = 0; i < sides.size(); i++) {
            for (int j = i + 1; j < sides.size(); j++) {
                pairs.add(new Pair(sides.get(i), sides.get(j)));
            }
        }
    }

    private static void across(Named one, List<Side> ofOne, Named other, List<Side> ofOther, List<Pair> pairs) {
        boolean all = ofOne.size() == 1 || ofOther.size() == 1;
        for (var first : ofOne) {
            for (var second : ofOther) {
                if (all || one.cell(first.cell()).equals(other.cell(second.cell()))) {
                    pairs.add(new Pair(first, second));
                }
            }
        }
    }

    private static String name(List<Named> named, Named one, int cell) {
        if (named.stream().allMatch(other -> other.run().id().equals(one.run().id()))) {
            return one.cell(cell);
        }
        return one.run().id() + " (" + one.cell(cell) + ")";
    }
}
