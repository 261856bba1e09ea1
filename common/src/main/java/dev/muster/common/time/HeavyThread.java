package dev.muster.common.time;

/** A thread of the pool for {@link HeavyWork}. */
final class HeavyThread extends Thread {

    HeavyThread(Runnable body) {
        super(body, "heavy work");
        setDaemon(true);
    }
}
