package dev.muster.common.testing;

import module java.base;

/** Polls until a condition holds. */
public final class Eventually {

    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final long INTERVAL_NANOS = Duration.ofMillis(5).toNanos();

    private Eventually() {}

    /** Fails with the words when the condition does not hold in time. */
    public static void eventually(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + LONGEST.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}
