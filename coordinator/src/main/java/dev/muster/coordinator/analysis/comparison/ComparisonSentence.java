package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;

/** Sums up a pairing in the one sentence that a team needs. */
public final class ComparisonSentence {

    /** Half of the last digit of a displayed rate. */
    private static final double LEAST_SHOWN = 0.0005;

    private ComparisonSentence() {}

    public static String of(Pairing pairing) {
        return pairing.finding(Measure.PASS_RATE).map(rate -> of(pairing, rate))
                .orElse("Nothing to compare: no case was judged on both sides.");
    }

    private static String of(Pairing pairing, Finding rate) {
        return rate.significant() ? difference(pairing, rate) + ", and that is significant (" + p(rate.corrected())
                + ")." : notShown(pairing, rate);
    }

    private static String notShown(Pairing pairing, Finding rate) {
        if (rate.differing() == 0) {
            return "No difference: " + (rate.cases() == 1 ? "the only case came out alike."
                    : "all " + Amounts.whole(rate.cases()) + " cases came out alike.");
        }
        return "No difference shown: " + difference(pairing, rate) + ", which may be chance (" + p(rate.corrected())
                + ")." + needed(rate);
    }

    /** Returns how many cases changed sides, if each ran once; otherwise how much the rate moved. */
    private static String difference(Pairing pairing, Finding rate) {
        var second = pairing.pair().second().name();
        long worse = pairing.counts().of(Kind.NEWLY_FAILING);
        long better = pairing.counts().of(Kind.NEWLY_PASSING);
        if (rate.test() == Finding.Test.MCNEMAR) {
            return worse >= better ? second + " is worse on " + cases(worse) + and("better", better)
                    : second + " is better on " + cases(better) + and("worse", worse);
        }
        if (Math.abs(rate.difference()) < LEAST_SHOWN) {
            return second + " passes as often, with " + cases(worse) + " newly failing and " + Amounts.whole(better)
                    + " newly passing";
        }
        double points = Math.abs(rate.difference()) * 100;
        return second + " passes " + String.format(Locale.ROOT, "%.1f", points) + " points "
                + (rate.difference() < 0 ? "less" : "more") + " often";
    }

    private static String needed(Finding rate) {
        var more = rate.more();
        return rate.needsFarMore() ? " Showing a difference of this size would take more than " + Finding.FAR
                + " times as many cases."
                : more == null ? ""
                        : " About " + Amounts.about(more) + (more == 1 ? " more case" : " more cases")
                                + " would settle a difference of this size.";
    }

    private static String and(String how, long cases) {
        return cases == 0 ? "" : " and " + how + " on " + Amounts.whole(cases);
    }

    private static String cases(long cases) {
        return Amounts.whole(cases) + (cases == 1 ? " case" : " cases");
    }

    /** Formats a p-value: {@code p = 0.003}, {@code p < 0.001}. */
    public static String p(double p) {
        return p < 0.001 ? "p < 0.001" : "p = " + String.format(Locale.ROOT, p < 0.1 ? "%.3f" : "%.2f", p);
    }
}
