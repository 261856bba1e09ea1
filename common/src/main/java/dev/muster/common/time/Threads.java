package dev.muster.common.time;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The threads of a process and their timed waits; a simulation runs threads in turn, on its own time. */
public interface Threads extends Pause {

    /** Returns an unstarted thread that does not keep the process alive. */
    Thread daemon(String name, Runnable body);

    /** Returns an unstarted virtual thread, for work that mostly waits. */
    Thread virtual(String name, Runnable body);

    /** @return false when the latch is not released in that time */
    boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException;

    /** @return null when nothing arrives in that time */
    <T> @Nullable T poll(BlockingQueue<T> queue, Duration atMost) throws InterruptedException;

    /** @return false when there was no permit in that time */
    boolean acquire(Semaphore permits, Duration atMost) throws InterruptedException;

    static Threads system() {
        return new Threads() {

            @Override
            public Thread daemon(String name, Runnable body) {
                return Thread.ofPlatform().daemon().name(name).unstarted(body);
            }

            @Override
            public Thread virtual(String name, Runnable body) {
                return Thread.ofVirtual().name(name).unstarted(body);
            }

            @Override
            public boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException {
                return latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
            }

            @Override
            public <T> @Nullable T poll(BlockingQueue<T> queue, Duration atMost) throws InterruptedException {
                return queue.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
            }

            @Override
            public boolean acquire(Semaphore permits, Duration atMost) throws InterruptedException {
                return permits.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
            }

            @Override
            public void pause(Duration length) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(length.toNanos());
            }
        };
    }
}
