package dev.muster.coordinator.report;

import dev.muster.common.agent.Usage;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Status;
import dev.muster.coordinator.statistics.Interval;
import dev.muster.coordinator.statistics.Wilson;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.TreeSet;

/** The figures of one cell: an agent over a connector, or what the cases themselves name. */
public final class CellTally {

    private static final int MOST_TARGETS = 3;

    private final int number;
    private final Summary summary = new Summary();
    private final Durations working = new Durations();
    private final TreeSet<String> targets = new TreeSet<>();
    private long passed;
    private long inRates;
    private long input;
    private long output;
    private BigDecimal cost = BigDecimal.ZERO;
    private int costed;

    CellTally(int number) {
        this.number = number;
    }

    void add(CaseResult result) {
        summary.add(result);
        if (targets.size() <= MOST_TARGETS) {
            targets.add(result.connector() == null ? result.agent() : result.agent() + " / " + result.connector());
        }
        if (result.cause().inRates()) {
            inRates++;
            passed += result.status() == Status.PASSED ? 1 : 0;
            working.add(result.workingMs());
        }
        add(result.usage());
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

    /** Results that say something about the agent. */
    public long inRates() {
        return inRates;
    }

    /** A case that passed only when it was tried again counts as failed. */
    public Optional<Double> passRate() {
        return inRates == 0 ? Optional.empty() : Optional.of((double) passed / inRates);
    }

    public Optional<Interval> interval() {
        return Wilson.interval(passed, inRates);
    }

    /** How long cases worked that are in the rates. */
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
