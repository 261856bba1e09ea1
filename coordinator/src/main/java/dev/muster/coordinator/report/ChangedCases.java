package dev.muster.coordinator.report;

import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer.Changes;
import dev.muster.coordinator.analysis.comparison.Pairing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cases that changed in one way, as many as a form names.
 *
 * @param all how many there are
 */
public record ChangedCases(Kind kind, long all, List<Change> named) {

    public ChangedCases {
        named = List.copyOf(named);
    }

    /** Of every kind of which there are any. */
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

    /** {@code Newly failing: 14}. */
    public String title() {
        var words = kind.words();
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ": " + Amounts.whole(all);
    }

    /** Behind those that are named; nothing when these are all. */
    public List<String> rest() {
        return all > named.size() ? List.of("and " + Amounts.whole(all - named.size()) + " more") : List.of();
    }

    /** Why a case does not pass, in brackets behind its name; nothing for one that is on one side only. */
    public static String cause(Change change) {
        return change.cause() == null ? "" : " (" + change.cause().replace('_', ' ') + ")";
    }
}
