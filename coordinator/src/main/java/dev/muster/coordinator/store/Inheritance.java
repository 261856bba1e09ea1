package dev.muster.coordinator.store;

import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.run.EarlierAttempts;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.SpentSoFar;
import dev.muster.coordinator.run.Stop;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator that takes the lead finds in PostgreSQL.
 *
 * @param runs that were going on
 * @param read offsets of {@code results} before which everything was dealt with, by partition; empty for a new fleet
 * @param heard offset of {@code workers} up to which everything was heard; null for a new fleet
 * @param fenced incarnations that were given up
 * @param left incarnations that said goodbye
 * @param names of workers by incarnation, of those that did neither
 */
public record Inheritance(List<OpenRun> runs, Map<Integer, Long> read, @Nullable Long heard, Set<String> fenced,
        Set<String> left, Map<String, String> names) {

    public static final Inheritance NOTHING = new Inheritance(List.of(), Map.of(), null, Set.of(), Set.of(), Map.of());

    /** Whose workers are heard from now on. */
    public Inheritance(List<OpenRun> runs, Map<Integer, Long> read, Set<String> fenced, Set<String> left,
            Map<String, String> names) {
        this(runs, read, null, fenced, left, names);
    }

    public Inheritance {
        runs = List.copyOf(runs);
        read = Map.copyOf(read);
        fenced = Set.copyOf(fenced);
        left = Set.copyOf(left);
        names = Map.copyOf(names);
    }

    /** Of a worker; that of its life where nothing else is known. */
    public String nameOf(String incarnation) {
        return names.getOrDefault(incarnation, incarnation);
    }

    /**
     * A run that is not over.
     *
     * @param finished cases that have their result
     * @param past what happened to those that have none, where anything did
     * @param soFar what its limits have counted
     * @param stop when it was being stopped; null when it was not
     */
    public record OpenRun(String id, int total, RunSettings settings, int finished, Map<CaseRef, EarlierAttempts> past,
            SpentSoFar soFar, @Nullable Stop stop) {

        public OpenRun {
            past = Map.copyOf(past);
        }

        /** The same, whose limits count from now on. */
        public OpenRun anew() {
            return new OpenRun(id, total, settings, finished, past, SpentSoFar.NOTHING, null);
        }
    }
}
