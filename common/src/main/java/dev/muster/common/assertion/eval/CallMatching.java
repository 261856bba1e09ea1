package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.time.HeavyWork;

/**
 * A maximum bipartite matching: gives as many expected things as possible one of the available things each, none twice.
 * Uses augmenting paths; which one serves which depends only on their order.
 */
final class CallMatching {

    /** The maximum number of pairs examined. */
    static final long MOST_STEPS = 2_000_000;
    private static final int NONE = -1;
    private static final int OFTEN = 0xFFF;

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
     * @param fits for each expected thing, which of the available ones will do
     * @throws LimitExceeded when the bound on steps is exceeded
     */
    static CallMatching of(boolean[][] fits, int there) {
        var matching = new CallMatching(fits, there);
        for (int expected = 0; expected < fits.length; expected++) {
            matching.serve(expected);
        }
        return matching;
    }

    int[] unserved() {
        return all(servedBy.length, expected -> servedBy[expected] == NONE);
    }

    int[] unused() {
        return all(serves.length, there -> serves[there] == NONE);
    }

    private static int[] all(int size, IntPredicate which) {
        return IntStream.range(0, size).filter(which).toArray();
    }

    /** Searches, breadth first, for an unused thing that can serve it after moving others. */
    private void serve(int start) {
        var from = new int[serves.length];
        Arrays.fill(from, NONE);
        var waiting = new ArrayDeque<Integer>();
        waiting.add(start);
        while (!waiting.isEmpty()) {
            int expected = waiting.remove();
            for (int there = 0; there < serves.length; there++) {
                step();
                if (!fits[expected][there] || from[there] != NONE) {
                    continue;
                }
                from[there] = expected;
                if (serves[there] == NONE) {
                    hand(there, from);
                    return;
                }
                waiting.add(serves[there]);
            }
        }
    }

    /** Walks back along the path: each expected thing on it takes the next available one. */
    private void hand(int last, int[] from) {
        int there = last;
        while (there != NONE) {
            int expected = from[there];
            int before = servedBy[expected];
            servedBy[expected] = there;
            serves[there] = expected;
            there = before;
        }
    }

    private void step() {
        if (--left < 0) {
            throw tooMany();
        }
        if ((left & OFTEN) == 0) {
            HeavyWork.check();
        }
    }

    static LimitExceeded tooMany() {
        return new LimitExceeded("but comparing so many calls takes more than " + MOST_STEPS
                + " steps, which is the limit");
    }
}
