package dev.muster.common.loop;

import module java.base;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that must not die. Repeats its turn until it is closed or the turn returns false. A turn that throws a
 * {@link RuntimeException} is logged and repeated after a pause; an {@link Error} ends the process at once, because a
 * process without one of its threads looks healthy and does nothing. Each turn updates the watchdog.
 */
public final class Loop implements AutoCloseable {

    /** One turn. An {@link InterruptedException} ends the loop normally. */
    @FunctionalInterface
    public interface Turn {

        boolean turn() throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    final String name;
    private final LoopWatch watch;
    private final Turn turn;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long stamp;

    public Loop(String name, LoopWatch watch, Turn turn) {
        this.name = name;
        this.watch = watch;
        this.turn = turn;
        this.thread = watch.threads().daemon(name, this::run);
    }

    public void start() {
        alive();
        watch.add(this);
        thread.start();
    }

    /** Updates the watchdog inside an intentionally long turn. */
    public void alive() {
        stamp = watch.nanos();
    }

    /** Updates the watchdog ahead of a step that may take this long. */
    public void aliveFor(Duration atMost) {
        stamp = watch.nanos() + atMost.toNanos();
    }

    long stamp() {
        return stamp;
    }

    /** Interrupts the loop and waits for its end. */
    @Override
    public void close() {
        thread.interrupt();
        awaitEnd(Duration.ZERO);
    }

    /** Waits for the last turn; zero waits without limit. */
    public void awaitEnd(Duration atMost) {
        try {
            if (atMost.isZero()) {
                thread.join();
            } else if (thread.isAlive()) {
                watch.threads().await(ended, atMost);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean more = true;
            while (more && !Thread.currentThread().isInterrupted()) {
                more = turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            watch.died(name, e);
        } finally {
            watch.remove(this);
            ended.countDown();
        }
    }

    private boolean turn() throws InterruptedException {
        alive();
        try {
            return turn.turn();
        } catch (RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            LOG.error("{} continues after a failure", name, e);
            watch.pause(PAUSE);
            return true;
        }
    }
}
