package dev.muster.coordinator.report;

import dev.muster.common.agent.Usage;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.figures.PassFigures;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.statistics.CaseOutcomes;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The figures of one cell: an agent over a connector, or what the cases themselves name. */
public final class CellTally {

    private static final int MOST_TARGETS = 3;

    private final int number;
    private final Summary summary = new Summary();
    private final Durations working = new Durations();
    private final TreeSet<String> targets = new TreeSet<>();
    /** By the number of the case: repeats that are in the rates in the high half, those that passed in the low one. */
    private int[] outcomes = new int[64];
    private final BitSet decided = new BitSet();
    private long input;
    private long output;
    private BigDecimal cost = BigDecimal.ZERO;
    private int costed;

    CellTally(int number) {
        this.number = number;
    }

    void add(StoredCase stored) {
        var result = stored.result();
        summary.add(result);
        if (targets.size() <= MOST_TARGETS && (stored.attempt() > 0 || targets.isEmpty())) {
            targets.add(result.connector() == null ? result.agent() : result.agent() + " / " + result.connector());
        }
        if (result.cause().inRates()) {
            observed(stored.ref().number(), result.status() == Status.PASSED);
        }
        if (result.cause() == Cause.DECIDED) {
            decided.set(stored.ref().number());
        }
        if (stored.attempt() > 0 && result.status() != Status.SKIPPED) {
            working.add(result.workingMs());
        }
        add(result.usage());
    }

    private void observed(int number, boolean passed) {
        if (number >= outcomes.length) {
            outcomes = Arrays.copyOf(outcomes, Math.max(number + 1, outcomes.length * 2));
        }
        outcomes[number] += (1 << 16) + (passed ? 1 : 0);
    }

    private void add(Usage usage) {
        input += usage.input();
        output += usage.output();
        if (usage.costUsd() != null) {
            cost = cost.add(usage.costUsd());
            costed++;
        }
    }

    public int number() {
        return number;
    }

    /** Whom its results name, for a cell without a name of its own. */
    public String targets() {
        return targets.size() > MOST_TARGETS ? String.join(", ", targets.headSet(targets.last())) + ", …"
                : String.join(", ", targets);
    }

    public Summary summary() {
        return summary;
    }

    /** A case that passed only when it was tried again counts as failed. */
    private CaseOutcomes outcomes(IntPredicate which) {
        var groups = IntStream.range(0, outcomes.length).filter(number -> outcomes[number] != 0).filter(which)
                .mapToObj(number -> outcomes[number])
                .collect(Collectors.groupingBy(packed -> packed, TreeMap::new, Collectors.counting()));
        return new CaseOutcomes(groups.entrySet().stream().map(
                each -> new CaseOutcomes.Group(each.getKey() >>> 16, each.getKey() & 0xFFFF, each.getValue()))
                .toList());
    }

    /** What the results that are in the rates say of the agent. */
    public PassFigures pass() {
        return new PassFigures(outcomes(number -> true), outcomes(number -> !decided.get(number)), !decided.isEmpty());
    }

    /** How long cases worked that were run and not skipped. */
    public Durations working() {
        return working;
    }

    public long tokensIn() {
        return input;
    }

    public long tokensOut() {
        return output;
    }

    /** US dollars, of those results whose cost is known; empty when none is. */
    public Optional<BigDecimal> cost() {
        return costed == 0 ? Optional.empty() : Optional.of(cost);
    }
}
