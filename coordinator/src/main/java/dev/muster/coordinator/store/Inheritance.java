package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The state that a new leader finds in PostgreSQL.
 *
 * @param runs runs that are not over
 * @param read offsets of {@code results} before which everything was processed, by partition; empty for a new fleet
 * @param readUpTo offset of {@code workers} up to which everything was read; null for a new fleet
 * @param fenced incarnations that were given up
 * @param names names of all other workers by incarnation
 */
public record Inheritance(List<OpenRun> runs, Map<Integer, Long> read, @Nullable Long readUpTo, Set<String> fenced,
        Set<String> left, Map<String, String> names) {

    public static final Inheritance NOTHING = new Inheritance(List.of(), Map.of(), null, Set.of(), Set.of(), Map.of());

    /** Returns a worker's name, or its incarnation if the name is unknown. */
    public String nameOf(String incarnation) {
        return names.getOrDefault(incarnation, incarnation);
    }
}
