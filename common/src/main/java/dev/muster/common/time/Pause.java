package dev.muster.common.time;

import module java.base;

/** Waits for some time; in tests no time passes. */
@FunctionalInterface
public interface Pause {

    void pause(Duration length) throws InterruptedException;

    static Pause system() {
        return length -> TimeUnit.NANOSECONDS.sleep(length.toNanos());
    }
}
