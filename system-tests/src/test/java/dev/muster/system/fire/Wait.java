package dev.muster.system.fire;

import module java.base;
import dev.muster.common.time.Pause;

/** Polls until a condition holds, and lets time pass where a fault must last. */
final class Wait {

    private static final Duration INTERVAL = Duration.ofMillis(50);

    private Wait() {}

    /** A condition that may query processes that are down. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /**
     * Fails with the words when the condition does not hold in time; a process that does not answer counts as not
     * holding.
     */
    static void until(String what, Duration atMost, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + atMost.toSeconds() + " s: " + what);
            }
            pass(INTERVAL);
        }
    }

    /** Waits as long as a fault must last. */
    static void pass(Duration time) throws InterruptedException {
        Pause.system().pause(time);
    }

    private static boolean holds(Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (IOException e) {
            return false;
        }
    }
}
