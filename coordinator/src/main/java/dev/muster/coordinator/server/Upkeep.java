package dev.muster.coordinator.server;

import module java.base;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.store.DaysAhead;
import dev.muster.coordinator.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a coordinator prepares from time to time: the partitions of the days to come. */
final class Upkeep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration EVERY = Duration.ofHours(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final long LOOK_MS = 1_000;

    private final DaysAhead days;
    private final Ticker ticker;
    private final Loop loop;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long due;

    Upkeep(DaysAhead days, String fleet, Ticker ticker, LoopWatch watch) {
        this.days = days;
        this.ticker = ticker;
        this.due = ticker.nanos();
        this.loop = new Loop("upkeep of " + fleet, watch, this::turn);
    }

    void start() {
        loop.start();
    }

    @Override
    public void close() {
        closing.countDown();
        loop.close();
    }

    private boolean turn() throws InterruptedException {
        if (closing.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
            return false;
        }
        if (ticker.nanos() - due >= 0) {
            loop.aliveFor(LONGEST);
            due = ticker.nanos() + (prepared() ? EVERY : AFTER_TROUBLE).toNanos();
        }
        return true;
    }

    private boolean prepared() {
        try {
            days.make();
            return true;
        } catch (StoreException e) {
            LOG.warn("partitions of the coming days could not be created; retrying later: {}", e.getMessage());
            return false;
        }
    }
}
