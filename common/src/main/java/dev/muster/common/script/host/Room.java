package dev.muster.common.script.host;

import dev.muster.common.time.Deadline;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Room for some calls at once, first come, first served. Waiting for it is not in the time of a call. */
final class Room {

    private final Semaphore places;

    Room(int most) {
        this.places = new Semaphore(most, true);
    }

    /** @param by of whoever waits; it is given back what waiting took */
    void enter(Deadline by) throws InterruptedException {
        long before = System.nanoTime();
        places.acquire();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }

    void leave() {
        places.release();
    }

    /** For who will leave again in any case. */
    void comeBack(Deadline by) {
        long before = System.nanoTime();
        places.acquireUninterruptibly();
        by.extend(Duration.ofNanos(System.nanoTime() - before));
    }
}
