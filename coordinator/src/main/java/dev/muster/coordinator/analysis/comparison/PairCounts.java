package dev.muster.coordinator.analysis.comparison;

import java.util.Map;

/**
 * How the cases of two sides go together.
 *
 * @param both cases that both sides have
 * @param judged those of them that are in the rates of both
 * @param changes how many there are of each kind; a kind of which there are none may be left out
 */
public record PairCounts(long both, long judged, Map<Change.Kind, Long> changes) {

    public PairCounts {
        changes = Map.copyOf(changes);
    }

    public long of(Change.Kind kind) {
        return changes.getOrDefault(kind, 0L);
    }
}
