package dev.muster.mock;

import module java.base;
import dev.muster.common.time.Ticker;

/** Accepts a number of calls in any second, wherever that second begins, and no more. */
final class SlidingSecond {

    private static final long SECOND = 1_000_000_000;

    private final Ticker ticker;
    private final Deque<Long> taken = new ArrayDeque<>();

    SlidingSecond(Ticker ticker) {
        this.ticker = ticker;
    }

    boolean takes(int most) {
        long now = ticker.nanos();
        while (!taken.isEmpty() && now - taken.peekFirst() >= SECOND) {
            taken.removeFirst();
        }
        if (taken.size() >= most) {
            return false;
        }
        taken.addLast(now);
        return true;
    }
}
