package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Sides.Named;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.run.Cell;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.RunNames;
import org.jspecify.annotations.Nullable;

/** The runs and cells that a user chose to compare. */
public record RunSelection(List<Named> named, List<Side> sides, List<Pair> pairs) {

    /** @throws RefusedRun when a name is not one of a run or a cell, or there is nothing to compare */
    public static RunSelection find(List<String> names, RunNames runs) throws RefusedRun {
        var named = new ArrayList<Named>();
        for (var name : names.isEmpty() ? List.of("last") : names) {
            named.add(named(name, runs));
        }
        if (names.isEmpty()) {
            named.addFirst(named(runs.before(named.getFirst().run()).id(), runs));
        }
        if (named.size() == 1 && named.getFirst().names().size() == 1) {
            var last = named("last", runs);
            if (!last.run().id().equals(named.getFirst().run().id())) {
                named.add(last);
            }
        }
        var sides = Sides.of(named);
        if (new HashSet<>(sides).size() < sides.size()) {
            throw new RefusedRun("a run or cell is named twice, and would be compared with itself; name another one");
        }
        var pairs = Sides.pairs(named);
        check(named, pairs);
        return new RunSelection(named, sides, pairs);
    }

    /** Returns what resampling begins with: the same runs give the same comparison. */
    public long seed() {
        return named.getFirst().run().settings().about().seed();
    }

    private static void check(List<Named> named, List<Pair> pairs) throws RefusedRun {
        if (pairs.isEmpty()) {
            throw new RefusedRun(named.size() == 1 ? "run " + named.getFirst().run().id()
                    + " has one cell, which there is nothing to compare with; name a second run"
                    : "the runs have no cell of the same name; name the cells, as in RUN:0 RUN:1");
        }
        if (pairs.size() > Sides.MOST_PAIRS) {
            throw new RefusedRun("these are " + pairs.size() + " comparisons, and more than " + Sides.MOST_PAIRS
                    + " show nothing; name fewer runs or cells");
        }
    }

    private static Named named(String name, RunNames runs) throws RefusedRun {
        int colon = RunNames.cellAt(name);
        var run = runs.find(colon < 0 ? name : name.substring(0, colon));
        var cells = cells(run);
        if (colon < 0) {
            return new Named(run, IntStream.range(0, cells.size()).boxed().toList(), cells);
        }
        return new Named(run, List.of(cell(run, cells, name.substring(colon + 1))), cells);
    }

    private static int cell(StoredRun run, List<String> cells, String name) throws RefusedRun {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).equals(name) || String.valueOf(i).equals(name)) {
                return i;
            }
        }
        throw new RefusedRun("run " + run.id() + " has no cell " + name + "; it has " + String.join(", ",
                IntStream.range(0, cells.size()).mapToObj(i -> i + " (" + cells.get(i) + ")").toList()));
    }

    /** A run with one cell is named after its agent. */
    private static List<String> cells(StoredRun run) {
        var cells = run.settings().matrix().cells();
        return cells.size() == 1 ? List.of(run.agent()) : cells.stream().map(Cell::name).toList();
    }

    /**
     * Returns the first reason why the gate fails: something is worse, or a later side is not good enough by itself.
     */
    @Nullable
    public String gateFailure(Map<String, CellFigures> figures, List<Pairing> pairings) {
        return Stream.concat(regression(pairings).stream(),
                pairings.stream().map(pairing -> pairing.pair().second()).distinct()
                        .flatMap(side -> failure(side, figures.get(side.name())).stream()))
                .findFirst().orElse(null);
    }

    private Optional<String> failure(Side side, @Nullable CellFigures figures) {
        var run = named.stream().map(Named::run).filter(one -> one.id().equals(side.run())).findFirst().orElseThrow();
        if (!run.state().over()) {
            return Optional.of("run " + run.id() + " is not over yet.");
        }
        return figures == null ? Optional.of(side.name() + " has no results.")
                : GateCheck.failure(run.settings().policies().gate(), figures.counts())
                        .map(reason -> "of " + side.name() + ", " + reason);
    }

    /**
     * Returns why a comparison shows a regression; an empty one does, too. Cost and time are reported but are never
     * one.
     */
    public static Optional<String> regression(List<Pairing> pairings) {
        if (pairings.isEmpty()) {
            return Optional.of("there is nothing to compare.");
        }
        return pairings.stream().flatMap(pairing -> regression(pairing).stream()).findFirst();
    }

    private static Optional<String> regression(Pairing pairing) {
        if (pairing.counts().judged() == 0) {
            return Optional.of("no case was judged on both " + pairing.pair().first().name() + " and "
                    + pairing.pair().second().name() + ".");
        }
        var worse = pairing.findings().stream().filter(finding -> finding.measure().quality())
                .filter(Finding::regression).findFirst();
        return worse.map(finding -> finding.measure() == Measure.PASS_RATE ? ComparisonSentence.of(pairing)
                : pairing.pair().second().name() + " scores " + Amounts.of(Measure.SCORE, -finding.difference())
                        + " less than " + pairing.pair().first().name() + ", and that is significant ("
                        + ComparisonSentence.p(finding.corrected()) + ").");
    }
}
