package dev.muster.common.time;

import module java.base;

/**
 * Measures for how long this process did not run: it was stopped, its machine slept or moved, a collection stood still.
 * As a clock it leaves out that time, so that a deadline on it passes only when the process had its time.
 */
public final class Pauses implements Ticker {

    /** A shorter gap is no pause: threads wake late on a busy machine. */
    public static final Duration NOTICEABLE = Duration.ofMillis(500);

    private static final Duration TICK = Duration.ofMillis(50);

    private final Ticker ticker;
    private long last;
    private long own;
    private long lost;

    /** @param ticker the time outside, which does not stop */
    public Pauses(Ticker ticker) {
        this.ticker = ticker;
        this.last = ticker.nanos();
    }

    /** Returns the pauses of this process, which a thread of their own notices. */
    public static Pauses ofProcess() {
        return OfProcess.PAUSES;
    }

    @Override
    public synchronized long nanos() {
        long now = ticker.nanos();
        long step = now - last;
        last = now;
        if (step > NOTICEABLE.toNanos()) {
            lost += step - TICK.toNanos();
            step = TICK.toNanos();
        }
        own += step;
        return own;
    }

    /** Returns all time so far in which the process did not run. */
    public synchronized Duration lost() {
        nanos();
        return Duration.ofNanos(lost);
    }

    private static final class OfProcess {

        private static final Pauses PAUSES = watched();

        private static Pauses watched() {
            var pauses = new Pauses(Ticker.system());
            Thread.ofPlatform().daemon().name("pauses").start(() -> {
                while (true) {
                    LockSupport.parkNanos(TICK.toNanos());
                    pauses.nanos();
                }
            });
            return pauses;
        }
    }
}
