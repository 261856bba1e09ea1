package dev.muster.cli.up;

import module java.base;
import dev.muster.common.time.Ticker;

/** When a process that ended is started again: some times within a while, each time later. */
final class RestartRule {

    static final int MOST = 5;
    static final Duration WITHIN = Duration.ofMinutes(10);
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final Deque<Long> restarts = new ArrayDeque<>();

    RestartRule(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns how long to wait before the process is started again; empty when it ended too often. */
    synchronized Optional<Duration> ended() {
        long now = ticker.nanos();
        restarts.removeIf(earlier -> now - earlier >= WITHIN.toNanos());
        if (restarts.size() == MOST) {
            return Optional.empty();
        }
        var wait = FIRST.multipliedBy(1L << restarts.size());
        restarts.addLast(now);
        return Optional.of(wait);
    }

    /** Returns how many restarts count now. */
    synchronized int counted() {
        return restarts.size();
    }
}
