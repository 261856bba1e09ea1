package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.PassFigures;

/** Pass rates in words. */
public final class PassText {

    private PassText() {}

    /** Returns a rate such as {@code 83.3 % passed (10 of 12; 95 %: 55.2 % to 95.3 %)}. */
    static String rate(PassFigures figures) {
        var rated = figures.rated();
        return rated.interval().map(interval -> Amounts.percent(rated.rate().orElseThrow())
                + (figures.stopped() ? " of cases passed all their tries (" : " passed (")
                + Amounts.whole(rated.passed()) + " of " + Amounts.whole(rated.observed()) + "; 95 %: "
                + Amounts.percent(interval.low()) + " to " + Amounts.percent(interval.high()) + ")")
                .orElse("nothing passed or failed");
    }

    /**
     * Returns {@code pass@3 100.0 %, pass^3 66.7 %}, for the number of tries that at least half of the cases had, with
     * the number of cases, if not all; empty when cases were tried once.
     */
    public static Optional<String> tries(PassFigures figures) {
        var whole = figures.whole();
        int k = whole.usualTries();
        return k < 2 ? Optional.empty()
                : Optional.of("pass@" + k + " " + Amounts.percent(whole.passAtK(k).orElseThrow()) + ", pass^" + k + " "
                        + Amounts.percent(whole.passHatK(k).orElseThrow())
                        + over(whole.tried(k), figures.outcomes().cases(), figures.stopped()));
    }

    private static String over(long cases, long all, boolean stopped) {
        return cases == all ? "" : " (over " + Amounts.whole(cases) + " of " + Amounts.whole(all)
                + " cases, those that " + (stopped ? "were not ended at a failure)" : "had as many tries)");
    }
}
