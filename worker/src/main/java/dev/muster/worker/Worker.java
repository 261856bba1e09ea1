package dev.muster.worker;

import module java.base;
import dev.muster.common.channel.Channel;
import dev.muster.common.channel.ChannelException;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.status.StatusPages.Readiness;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.ratelimit.RateLimits;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stateless worker: lives one incarnation after another until it is drained. A new one begins when the fleet has
 * given up the last one. It outlives its coordinators.
 */
public final class Worker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final WorkerContext with;
    private final CountDownLatch drainRequested = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Supplier<String> incarnations;
    private final Loop loop;
    private volatile @Nullable Incarnation current;

    public Worker(WorkerSettings settings, Channel channel, Attempts attempts, RateLimits rateLimits, Ticker ticker,
            LoopWatch watch) {
        this(settings, channel, attempts, rateLimits, ticker, watch, () -> UUID.randomUUID().toString());
    }

    /** @param incarnations names its lives, unique within the fleet */
    public Worker(WorkerSettings settings, Channel channel, Attempts attempts, RateLimits rateLimits, Ticker ticker,
            LoopWatch watch, Supplier<String> incarnations) {
        this.with = new WorkerContext(settings, channel, attempts, rateLimits, ticker, watch);
        this.incarnations = incarnations;
        this.loop = new Loop("worker " + settings.name(), watch, this::turn);
    }

    /** Starts working on a thread of its own until {@link #drain}. */
    public Worker start() {
        loop.start();
        return this;
    }

    /** Returns the current status; safe on any thread. */
    public WorkerStatus status() {
        var living = current;
        return living == null ? WorkerStatus.notLeased(with.settings().slots()) : living.status();
    }

    /** Whether it works, or tries to; false after its goodbye. */
    public boolean alive() {
        return over.getCount() > 0;
    }

    /** Whether it can be given cases: it has a lease, its beats are acknowledged, and it is not draining. */
    public Readiness readiness() {
        var status = status();
        var stalled = with.watch().stalled();
        return Readiness.lacking(status.leased() ? null : "a lease",
                status.fresh() || !status.leased() ? null : "answers of the broker",
                drainRequested.getCount() > 0 ? null : "time: it is stopping",
                stalled.isEmpty() ? null : "progress of " + String.join(", ", stalled));
    }

    /** Takes no more orders, lets cases in flight end within the grace time, says goodbye. */
    public void drain() {
        drainRequested.countDown();
    }

    public void awaitEnd() throws InterruptedException {
        over.await();
    }

    @Override
    public void close() {
        drain();
        try {
            awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean turn() throws InterruptedException {
        if (!alive()) {
            return false;
        }
        try {
            live();
            return drainRequested.getCount() > 0;
        } finally {
            if (drainRequested.getCount() == 0) {
                over.countDown();
            }
        }
    }

    private void live() throws InterruptedException {
        try (var incarnation = new Incarnation(incarnations.get(), with, drainRequested, loop::alive)) {
            current = incarnation;
            LOG.info("worker {}: {}", with.settings().name(), incarnation.live());
        } catch (ChannelException e) {
            LOG.warn("worker {}: {}", with.settings().name(), e.getMessage());
            with.watch().threads().await(drainRequested, AGAIN);
        } finally {
            current = null;
        }
    }
}
