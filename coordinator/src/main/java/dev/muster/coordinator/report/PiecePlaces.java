package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.message.CaseRef;

/** The places of a report's pieces, added as cases end and taken in the order of the suite. */
public final class PiecePlaces {

    private static final int FIRST = 16;

    private long[] places = new long[FIRST];
    private long[] begins = new long[FIRST];
    private int[] lengths = new int[FIRST];
    private int size;
    private boolean sorted = true;

    @FunctionalInterface
    public interface Taker {
        void take(long begin, int length) throws IOException;
    }

    public void add(CaseRef ref, long begin, int length) {
        if (size == places.length) {
            places = Arrays.copyOf(places, size * 2);
            begins = Arrays.copyOf(begins, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        long place = ((long) ref.number() << 32) + ((long) ref.cell() << 20) + ref.repeat();
        sorted &= size == 0 || places[size - 1] <= place;
        places[size] = place;
        begins[size] = begin;
        lengths[size++] = length;
    }

    public int size() {
        return size;
    }

    /** Whether the pieces were added in the order of the suite. */
    public boolean areSorted() {
        return sorted;
    }

    /** Takes the pieces by case, then by cell, then by repeat. */
    public void inOrder(Taker taker) throws IOException {
        var order = IntStream.range(0, size).boxed().sorted(Comparator.comparingLong(which -> places[which]))
                .toList();
        for (int which : order) {
            taker.take(begins[which], lengths[which]);
        }
    }
}
