package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change;
import dev.muster.coordinator.analysis.comparison.Change.Kind;
import dev.muster.coordinator.analysis.comparison.Comparer.Changes;

/** Iterates over all changes of a kind, page by page. */
final class EveryChange {

    private static final int PAGE = 10_000;

    private EveryChange() {}

    static void of(Changes changes, int pairing, Kind kind, Consumer<Change> each) {
        var page = changes.after(pairing, kind, "", PAGE);
        while (!page.isEmpty()) {
            page.forEach(each);
            page = page.size() < PAGE ? List.<Change>of()
                    : changes.after(pairing, kind, page.getLast().key(), PAGE);
        }
    }
}
