package dev.muster.common.loop;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that must not die. It repeats its turn until it is closed or the turn says that it was the last. A turn that
 * throws a {@link RuntimeException} is logged and repeated after a pause; an {@link Error} ends the process at once,
 * because a process that lost one of its threads looks well and does nothing. Each turn stamps the watchdog's clock.
 */
public final class Loop implements AutoCloseable {

    /** One turn. An {@link InterruptedException} ends the loop in peace. */
    @FunctionalInterface
    public interface Turn {

        /** @return whether there is another turn */
        boolean turn() throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final String name;
    private final LoopWatch watch;
    private final Turn turn;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile long stamp;

    /** @param watch watches it while it runs */
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

    /** Stamps the clock inside a turn that takes long on purpose. */
    public void alive() {
        stamp = watch.nanos();
    }

    /** Stamps it ahead: this turn does something that may take so long. */
    public void aliveFor(Duration atMost) {
        stamp = watch.nanos() + atMost.toNanos();
    }

    String name() {
        return name;
    }

    long stamp() {
        return stamp;
    }

    /** Interrupts it and waits for its end. */
    @Override
    public void close() {
        thread.interrupt();
        awaitEnd(Duration.ZERO);
    }

    /** Waits for its last turn, zero meaning as long as that takes. */
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
            LOG.error("{} goes on after a failure", name, e);
            watch.pause(PAUSE);
            return true;
        }
    }
}
