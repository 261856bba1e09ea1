package dev.muster.worker;

import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.status.Readiness;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.pace.Paces;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stateless worker: lives one incarnation after another until it is drained. A new one begins when the fleet gave
 * the last one up; it outlives its coordinators.
 */
public final class Worker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    private final WorkerSettings settings;
    private final Channel channel;
    private final Attempts attempts;
    private final Paces paces;
    private final Ticker ticker;
    private final CountDownLatch drainAsked = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Incarnation current;

    public Worker(WorkerSettings settings, Channel channel, Attempts attempts, Paces paces, Ticker ticker) {
        this.settings = settings;
        this.channel = channel;
        this.attempts = attempts;
        this.paces = paces;
        this.ticker = ticker;
    }

    /** Works on a thread of its own until {@link #drain}. */
    public Worker start() {
        Thread.ofPlatform().name("worker " + settings.name()).start(this::run);
        return this;
    }

    /** How it goes now; asked on any thread. */
    public WorkerStatus status() {
        var living = current;
        return living == null ? WorkerStatus.notLeased(settings.slots()) : living.status();
    }

    /** Whether it works, or tries to: false once it has said goodbye. */
    public boolean alive() {
        return over.getCount() > 0;
    }

    /** Whether it is given cases: it is leased, its beats are acknowledged, and nobody asked it to end. */
    public Readiness readiness() {
        var status = status();
        return Readiness.lacking(status.leased() ? null : "a lease",
                status.fresh() || !status.leased() ? null : "answers of the broker",
                drainAsked.getCount() > 0 ? null : "time: it ends");
    }

    /** Takes no more orders, lets what is held end within the grace time, says goodbye. */
    public void drain() {
        drainAsked.countDown();
    }

    /** Waits until the worker has said goodbye. */
    public void awaitEnd() throws InterruptedException {
        over.await();
    }

    /** Drains, and waits for it. */
    @Override
    public void close() {
        drain();
        try {
            awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!drainAsked.await(0, TimeUnit.SECONDS)) {
                live();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over.countDown();
        }
    }

    private void live() throws InterruptedException {
        try (var incarnation = new Incarnation(UUID.randomUUID().toString(), settings, channel, attempts, paces, ticker,
                drainAsked)) {
            current = incarnation;
            LOG.info("worker {}: {}", settings.name(), incarnation.live());
        } catch (ChannelException e) {
            LOG.warn("worker {}: {}", settings.name(), e.getMessage());
            drainAsked.await(1, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            // the loop that must not die: a process that stays up and does nothing is worse than one more try
            LOG.error("worker {} joins again", settings.name(), e);
            drainAsked.await(1, TimeUnit.SECONDS);
        } finally {
            current = null;
        }
    }
}
