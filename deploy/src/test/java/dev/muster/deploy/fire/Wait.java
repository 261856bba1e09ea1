package dev.muster.deploy.fire;

import dev.muster.common.time.Pause;
import java.io.IOException;
import java.time.Duration;

/** Waits for what comes about by itself, and lets time pass where time is what hurts. */
final class Wait {

    private static final Duration INTERVAL = Duration.ofMillis(50);

    private Wait() {}

    /** Something that may be asked of processes that are down. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    /** Fails with the words when the condition does not hold in time; what does not answer does not hold. */
    static void until(String what, Duration atMost, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + atMost.toSeconds() + " s: " + what);
            }
            pass(INTERVAL);
        }
    }

    /** For as long as a fault is to last. */
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
