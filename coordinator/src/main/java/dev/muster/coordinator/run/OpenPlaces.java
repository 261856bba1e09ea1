package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The cells and repeats in which a case is still to run. A place is a number, {@code cell * repeats + repeat}; only the
 * few closed ones are stored.
 *
 * @param closed places where it does not run, or already ran
 * @param failed cells in which a repeat already did not pass
 */
public record OpenPlaces(int cells, int repeats, BitSet closed, Set<Integer> failed) {

    /** No place is left. */
    public static final int NONE = -1;

    public OpenPlaces {
        closed = (BitSet) closed.clone();
        failed = Set.copyOf(failed);
    }

    /** @param chosen null for all of them */
    public static OpenPlaces left(int cells, int repeats, @Nullable Collection<Integer> chosen,
            Collection<Integer> done,
            Set<Integer> failed) {
        var closed = new BitSet(0);
        if (chosen != null) {
            closed.set(0, cells * repeats);
            chosen.forEach(closed::clear);
        }
        done.forEach(closed::set);
        return new OpenPlaces(cells, repeats, closed, failed);
    }

    /** Returns the first open place from a number on, or {@link #NONE}. */
    public int next(int from) {
        int next = closed.nextClearBit(from);
        return next < cells * repeats ? next : NONE;
    }

    public int cell(int place) {
        return place / repeats;
    }

    public int repeat(int place) {
        return place % repeats;
    }

    public boolean isOpen(int cell, int repeat) {
        return cell < cells && repeat < repeats && !closed.get(cell * repeats + repeat);
    }
}
