package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer.Changes;
import dev.muster.coordinator.analysis.comparison.Pairing;

/** Cases that changed in one way: how many there are, and as many of them as a form names. */
public record ChangedCases(Kind kind, long all, List<Change> named) {

    public ChangedCases {
        named = List.copyOf(named);
    }

    public static List<ChangedCases> of(int number, Pairing pairing, Changes changes, int atMost) {
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

    /** Returns why a case does not pass, in brackets after its name; empty for a case on one side only. */
    public static String cause(Change change) {
        return change.cause() == null ? "" : " (" + change.cause().replace('_', ' ') + ")";
    }
}
