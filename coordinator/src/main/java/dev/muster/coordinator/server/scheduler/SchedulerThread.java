package dev.muster.coordinator.server.scheduler;

import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that drives the lead: what happened, in order, then one look at what follows from all of it. */
final class SchedulerThread implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerThread.class);
    private static final int BATCH = 256;

    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Runnable then;
    private final Duration tick;
    private final Threads threads;
    private final Loop loop;

    /** @param then what follows from events, or from nothing happening for a tick */
    SchedulerThread(String name, LoopWatch watch, Runnable then, Duration tick) {
        this.then = then;
        this.tick = tick;
        this.threads = watch.threads();
        this.loop = new Loop(name, watch, this::drive);
    }

    void start() {
        loop.start();
    }

    @Override
    public void execute(Runnable event) {
        events.add(event);
    }

    @Override
    public void close() {
        loop.close();
    }

    private boolean drive() throws InterruptedException {
        var batch = new ArrayList<Runnable>();
        var first = threads.poll(events, tick);
        if (first != null) {
            batch.add(first);
            events.drainTo(batch, BATCH);
        }
        batch.forEach(SchedulerThread::carryOut);
        carryOut(then);
        return true;
    }

    private static void carryOut(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            // a bug must not stop the fleet: what it touched is mended by leases and snapshots, or cancelled by a person
            LOG.error("the lead could not handle an event", e);
        }
    }
}
