package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.statistics.CaseOutcomes;
import dev.muster.coordinator.run.StoredCase;

/** Counts how many repeats of each case in one cell passed, in a few bytes per case. Not thread-safe. */
final class Repeats {

    /** By case number: repeats that count in rates in the high half, passed ones in the low half. */
    private int[] counted = new int[64];
    private final BitSet decided = new BitSet();

    void add(StoredCase stored) {
        var cause = stored.result().verdict().cause();
        if (cause.inRates()) {
            observed(stored.ref().number(), stored.result().verdict().status() == Status.PASSED);
        } else if (cause == Cause.DECIDED) {
            decided.set(stored.ref().number());
        }
    }

    private void observed(int number, boolean passed) {
        if (number >= counted.length) {
            counted = Arrays.copyOf(counted, Math.max(number + 1, counted.length * 2));
        }
        counted[number] += (1 << 16) + (passed ? 1 : 0);
    }

    /** Returns the outcomes; a case that passed only on a retry counts as failed. */
    CaseOutcomes outcomes() {
        return outcomes(IntStream.range(0, counted.length));
    }

    /** Returns the outcomes without cases whose repeats were stopped early, which pass@k and pass^k must exclude. */
    CaseOutcomes whole() {
        return outcomes(IntStream.range(0, counted.length).filter(number -> !decided.get(number)));
    }

    private CaseOutcomes outcomes(IntStream numbers) {
        var groups = numbers.map(number -> counted[number]).filter(packed -> packed != 0).boxed()
                .collect(Collectors.groupingBy(packed -> packed, TreeMap::new, Collectors.counting()));
        return new CaseOutcomes(groups.entrySet().stream().map(
                each -> new CaseOutcomes.Group(each.getKey() >>> 16, each.getKey() & 0xFFFF, each.getValue()))
                .toList());
    }
}
