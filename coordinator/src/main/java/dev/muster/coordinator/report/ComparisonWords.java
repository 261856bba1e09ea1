package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.Finding;
import dev.muster.coordinator.analysis.comparison.Measure;
import dev.muster.coordinator.analysis.comparison.Pairing;

/** Sentences common to all forms of a comparison. */
public final class ComparisonWords {

    private ComparisonWords() {}

    static String of(Measure measure) {
        return switch (measure) {
            case PASS_RATE -> "Pass rate";
            case SCORE -> "Score";
            case COST_USD -> "Cost";
            case TOKENS -> "Tokens";
            case WORKING_MS -> "Time";
        };
    }

    /** Returns what is compared; what both names end in is said once. */
    public static String title(Pairing pairing) {
        var first = pairing.pair().first().name();
        var second = pairing.pair().second().name();
        int cell = first.indexOf(" (");
        return (cell > 0 && second.endsWith(first.substring(cell))
                ? second.substring(0, second.length() - first.length() + cell) : second) + " against " + first;
    }

    public static String judged(Pairing pairing) {
        var counts = pairing.counts();
        return Amounts.whole(counts.judged()) + " of " + Amounts.whole(counts.both())
                + " common cases judged on both sides";
    }

    /** Returns how the p-values are computed. */
    public static String method(Comparison comparison) {
        var tests = comparison.pairings().stream().flatMap(pairing -> pairing.findings().stream())
                .map(Finding::test).sorted().collect(Collectors.toCollection(LinkedHashSet::new));
        return "p by " + tests.stream().map(ComparisonWords::name).collect(Collectors.joining(", "))
                + "; corrected for " + questions(comparison) + " (Holm); * is below 5 %. "
                + "Each interval is for itself at 95 %, not corrected.";
    }

    private static String questions(Comparison comparison) {
        long quality = comparison.questionsOfQuality();
        long others = comparison.questions() - quality;
        return Amounts.whole(quality) + (quality == 1 ? " question" : " questions")
                + (others == 0 ? "" : " of quality and " + Amounts.whole(others) + " of cost and time");
    }

    private static String name(Finding.Test test) {
        return switch (test) {
            case MCNEMAR -> "exact McNemar test (pass rate)";
            case BOOTSTRAP -> "paired bootstrap over cases";
            case ANALYTIC -> "analytic interval over cases, of which there are too many to draw again";
        };
    }
}
