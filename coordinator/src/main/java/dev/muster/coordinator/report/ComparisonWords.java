package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.comparison.CaseChanges;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparison;
import dev.muster.coordinator.analysis.comparison.ComparisonSentence;
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

    /** Returns what is compared; what both names end in is written once. */
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
        var words = new ArrayList<String>();
        if (quality > 0 || others == 0) {
            words.add(Amounts.whole(quality) + (quality == 1 ? " question" : " questions")
                    + (others == 0 ? "" : " of quality"));
        }
        if (others > 0) {
            words.add(Amounts.whole(others) + (quality > 0 ? "" : others == 1 ? " question" : " questions")
                    + " of cost and time");
        }
        return String.join(" and ", words);
    }

    private static String name(Finding.Test test) {
        return switch (test) {
            case MCNEMAR -> "exact McNemar test (pass rate)";
            case RANDOMIZATION -> "exchanging the sides of cases (randomization test)";
            case ANALYTIC -> "analytic interval over cases, of which there are too many to draw again";
        };
    }

    /** The finding about one measure, in words: a table row in every form of a comparison. */
    public record FindingRow(String measure, String cases, String first, String second, String difference,
            String interval,
            String p) {

        /** Headings of the columns; the first column has none. */
        public static final List<String> HEADINGS = List.of("", "Cases", "First", "Second", "Difference", "95 %", "p");

        public static FindingRow of(Finding finding) {
            var measure = finding.measure();
            return new FindingRow(ComparisonWords.of(measure), Amounts.whole(finding.cases()),
                    Amounts.of(measure, finding.first()), Amounts.of(measure, finding.second()),
                    Amounts.difference(measure, finding.difference()),
                    Amounts.difference(measure, finding.interval().low()) + " to "
                            + Amounts.difference(measure, finding.interval().high()),
                    ComparisonSentence.p(finding.corrected()) + (finding.significant() ? " *" : ""));
        }

        public List<String> columns() {
            return List.of(measure, cases, first, second, difference, interval, p);
        }
    }

    /** Cases that changed in one way: how many there are, and as many of them as a form names. */
    public record ChangedCases(Kind kind, long all, List<Change> named) {

        public static List<ChangedCases> of(int number, Pairing pairing, CaseChanges changes, int atMost) {
            var some = new ArrayList<ChangedCases>();
            for (var kind : Kind.values()) {
                long all = pairing.counts().of(kind);
                if (all > 0) {
                    some.add(new ChangedCases(kind, all, changes.after(number, kind, "", atMost)));
                }
            }
            return some;
        }

        /** Returns a title such as {@code Newly failing: 14}. */
        public String title() {
            var words = kind.words();
            return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ": " + Amounts.whole(all);
        }

        /** Returns the line that counts the unnamed cases; empty when all are named. */
        public List<String> rest() {
            return all > named.size() ? List.of("and " + Amounts.whole(all - named.size()) + " more") : List.of();
        }

        /**
         * Returns how many repeats passed on both sides, such as {@code 3/3 → 0/3}; empty for a case on one side only.
         */
        public static String tries(Change change) {
            return change.first() == null || change.second() == null ? ""
                    : change.first().text() + " → " + change.second().text() + "  ";
        }

        /** Returns why a case does not pass, in brackets after its name; empty for a case on one side only. */
        public static String cause(Change change) {
            return change.cause() == null ? "" : " (" + change.cause().replace('_', ' ') + ")";
        }
    }
}
