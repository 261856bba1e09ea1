package dev.muster.coordinator.analysis.comparison;

import module java.base;
import dev.muster.coordinator.analysis.figures.CellFigures;
import org.jspecify.annotations.Nullable;

/** Receives the comparison, with the figures of each side by its name; a side without results has none. */
@FunctionalInterface
public interface SideReader<T extends @Nullable Object> {
    T read(Map<String, CellFigures> figures, List<Pairing> pairings, CaseChanges changes);
}
