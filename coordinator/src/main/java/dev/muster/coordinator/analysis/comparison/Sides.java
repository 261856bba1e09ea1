package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.run.StoredRun;

/** Determines the sides of a comparison, and which of them are paired. */
public final class Sides {

    /** More would be a table that nobody reads, and a correction that nothing survives. */
    public static final int MOST_PAIRS = 45;

    private Sides() {}

    /** @param cells numbers of the cells that the user selected */
    public record Named(StoredRun run, List<Integer> cells, List<String> names) {

        public Named {
            cells = List.copyOf(cells);
            names = List.copyOf(names);
        }

        String cell(int cell) {
            return names.get(cell);
        }
    }

    /** Returns each cell of each run, named by what distinguishes it. */
    public static List<Side> of(List<Named> named) {
        var sides = new ArrayList<Side>();
        for (var one : named) {
            for (int cell : one.cells()) {
                sides.add(new Side(name(named, one, cell), one.run().id(), cell));
            }
        }
        return List.copyOf(sides);
    }

    /**
     * Pairs cells of one run with each other, and cells of different runs with those of the same name, or with the only
     * one that the other has.
     */
    public static List<Pair> pairs(List<Named> named) {
        var sides = of(named);
        var pairs = new ArrayList<Pair>();
        int firstOfOne = 0;
        for (int i = 0; i < named.size(); i++) {
            var ofOne = sides.subList(firstOfOne, firstOfOne + named.get(i).cells().size());
            if (named.size() == 1) {
                within(ofOne, pairs);
            }
            int firstOfOther = firstOfOne + ofOne.size();
            for (int j = i + 1; j < named.size(); j++) {
                var ofOther = sides.subList(firstOfOther, firstOfOther + named.get(j).cells().size());
                across(named.get(i), ofOne, named.get(j), ofOther, pairs);
                firstOfOther += ofOther.size();
            }
            firstOfOne += ofOne.size();
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
