package dev.muster.deploy.demo;

import module java.base;

/** The time between two words; stopping the agents cuts it short. */
final class Pace {

    private final long nanos;
    private final CountDownLatch stopped = new CountDownLatch(1);

    Pace(Duration between) {
        this.nanos = between.toNanos();
    }

    void pause() {
        try {
            stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() {
        stopped.countDown();
    }
}
