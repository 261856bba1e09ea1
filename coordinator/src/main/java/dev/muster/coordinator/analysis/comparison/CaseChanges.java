package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Change.Kind;

/** Reads changes while the comparison is open, a page at a time. */
@FunctionalInterface
public interface CaseChanges {
    /** Returns changes of one pairing and kind whose keys come after a key; {@code ""} for the first. */
    List<Change> after(int pairing, Kind kind, String key, int atMost);
}
