package dev.muster.common.script.host;

import module java.base;
import dev.muster.common.time.Deadline;

/** Slots for concurrent calls, first come, first served. Waiting for one does not count as time of the call. */
final class Room {

    private final Semaphore places;

    Room(int most) {
        this.places = new Semaphore(most, true);
    }

    /** @param by the caller's deadline, extended by the time waited */
    void enter(Deadline by) throws InterruptedException {
        long before = System.nanoTime();
        places.acquire();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }

    void leave() {
        places.release();
    }

    /** Takes a slot again, for a caller that will leave in any case. */
    void comeBack(Deadline by) {
        long before = System.nanoTime();
        places.acquireUninterruptibly();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }
}
