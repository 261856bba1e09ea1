package dev.muster.common.assertion.eval;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Gives each of as many wanted things as possible one of the things that are there, none of them twice. By augmenting
 * paths, so no other way serves more; which one serves which depends on their order alone.
 */
final class CallMatching {

    /** Pairs that are looked at. */
    static final long MOST_STEPS = 2_000_000;
    private static final int NONE = -1;

    private final boolean[][] fits;
    private final int[] servedBy;
    private final int[] serves;
    private long left = MOST_STEPS;

    private CallMatching(boolean[][] fits, int there) {
        this.fits = fits;
        this.servedBy = new int[fits.length];
        this.serves = new int[there];
        Arrays.fill(servedBy, NONE);
        Arrays.fill(serves, NONE);
    }

    /**
     * @param fits for each wanted thing, which of those that are there will do
     * @throws TooMany when the bound on steps is passed
     */
    static CallMatching of(boolean[][] fits, int there) {
        var matching = new CallMatching(fits, there);
        for (int wanted = 0; wanted < fits.length; wanted++) {
            matching.serve(wanted);
        }
        return matching;
    }

    /** Wanted things that nothing serves. */
    int[] unserved() {
        return all(servedBy.length, wanted -> servedBy[wanted] == NONE);
    }

    /** Things that are there and serve nothing. */
    int[] unused() {
        return all(serves.length, there -> serves[there] == NONE);
    }

    private static int[] all(int size, IntPredicate which) {
        return IntStream.range(0, size).filter(which).toArray();
    }

    /** Looks, breadth first, for something unused that can be freed for it by moving others. */
    private void serve(int start) {
        var from = new int[serves.length];
        Arrays.fill(from, NONE);
        var waiting = new ArrayDeque<Integer>();
        waiting.add(start);
        while (!waiting.isEmpty()) {
            int wanted = waiting.remove();
            for (int there = 0; there < serves.length; there++) {
                step();
                if (!fits[wanted][there] || from[there] != NONE) {
                    continue;
                }
                from[there] = wanted;
                if (serves[there] == NONE) {
                    hand(there, from);
                    return;
                }
                waiting.add(serves[there]);
            }
        }
    }

    /** Back along the path: everyone on it takes the next. */
    private void hand(int last, int[] from) {
        int there = last;
        while (there != NONE) {
            int wanted = from[there];
            int before = servedBy[wanted];
            servedBy[wanted] = there;
            serves[there] = wanted;
            there = before;
        }
    }

    private void step() {
        if (--left < 0) {
            throw new TooMany();
        }
    }

    /** The bound was passed. Thrown out of the matching, caught where the check is judged. */
    static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMany() {
            super("but holding so many calls against each other takes more than " + MOST_STEPS
                    + " steps, which is the limit", null, false, false);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }
}
