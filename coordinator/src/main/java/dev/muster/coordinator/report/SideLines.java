package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.coordinator.analysis.figures.PassFigures;

/** The figures of one side of a comparison. */
public final class SideLines {

    private static final Set<Status> ALWAYS = EnumSet.of(Status.PASSED, Status.FAILED, Status.FLAKY, Status.ERROR);

    private SideLines() {}

    public static List<String> of(CellFigures figures) {
        var lines = new ArrayList<String>();
        lines.add(rate(figures.pass()));
        lines.add(counts(figures));
        tries(figures.pass()).ifPresent(lines::add);
        var amounts = amounts(figures);
        if (!amounts.isEmpty()) {
            lines.add(String.join(", ", amounts));
        }
        if (!figures.beside().isEmpty()) {
            lines.add("not counted: " + figures.beside().stream()
                    .map(count -> Amounts.whole(count.results()) + " " + count.status().wire() + " ("
                            + count.cause().wire().replace('_', ' ') + ")")
                    .collect(Collectors.joining(", ")));
        }
        return lines;
    }

    private static String counts(CellFigures figures) {
        return Arrays.stream(Status.values()).filter(status -> ALWAYS.contains(status) || figures.count(status) > 0)
                .map(status -> Amounts.whole(figures.count(status)) + " " + status.wire())
                .collect(Collectors.joining(", "));
    }

    private static List<String> amounts(CellFigures figures) {
        var amounts = new ArrayList<String>();
        if (figures.score() != null) {
            amounts.add(String.format(Locale.ROOT, "judges' score %.3f", figures.score()));
        }
        var target = figures.paid().results().target();
        if (target.costUsd() != null) {
            amounts.add(Amounts.dollars(target.costUsd())
                    + PaidText.share(target).map(share -> " for " + share + " of the tokens").orElse(""));
        }
        if (!target.isEmpty()) {
            amounts.add(Amounts.whole(target.tokens()) + " tokens");
        }
        if (figures.working() != null) {
            amounts.add("p50 " + Seconds.of(figures.working().median()) + ", p95 "
                    + Seconds.of(figures.working().p95()));
        }
        return amounts;
    }

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
                : Optional.of(
                        "pass@" + k + " " + Amounts.percent(whole.passAtK(k).orElseThrow()) + ", pass^" + k + " "
                                + Amounts.percent(whole.passHatK(k).orElseThrow())
                                + over(whole.tried(k), figures.outcomes().cases(), figures.stopped()));
    }

    private static String over(long cases, long all, boolean stopped) {
        return cases == all ? "" : " (over " + Amounts.whole(cases) + " of " + Amounts.whole(all)
                + " cases, those that " + (stopped ? "were not ended at a failure)" : "had as many tries)");
    }
}
