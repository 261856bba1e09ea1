package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.time.Deadline;

/** Slots for concurrent calls, first come, first served. Waiting for one does not count as time of the call. */
final class CallSlots {

    private final Semaphore slots;

    CallSlots(int most) {
        this.slots = new Semaphore(most, true);
    }

    /** @param by the caller's deadline, extended by the time waited */
    void take(Deadline by) throws InterruptedException {
        long before = System.nanoTime();
        slots.acquire();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }

    void release() {
        slots.release();
    }

    /** Takes a slot again, for a caller that will release one in any case. */
    void takeAgain(Deadline by) {
        long before = System.nanoTime();
        slots.acquireUninterruptibly();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }
}
