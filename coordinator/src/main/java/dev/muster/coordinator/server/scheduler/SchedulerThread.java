package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.loop.Loop;
import dev.muster.common.loop.LoopWatch;
import dev.muster.common.time.Threads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that drives the scheduler: handles events in order, then acts once on all of them. */
final class SchedulerThread implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerThread.class);
    private static final int BATCH = 256;
    /** Under load, what comes within this time is handled in one pass. */
    private static final Duration PASS = Duration.ofMillis(2);

    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final Queue<Runnable> notes = new ConcurrentLinkedQueue<>();
    private final Runnable then;
    private final Duration tick;
    private final LoopWatch watch;
    private final Threads threads;
    private final Loop loop;
    private boolean loaded;
    private long passedAt;

    /** @param then runs after events, or after a tick without any */
    SchedulerThread(String name, LoopWatch watch, Runnable then, Duration tick) {
        this.then = then;
        this.tick = tick;
        this.watch = watch;
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

    /** Runs what needs no action of its own before the events of the next pass, and wakes no one for it. */
    void note(Runnable event) {
        notes.add(event);
    }

    @Override
    public void close() {
        loop.close();
    }

    private boolean drive() throws InterruptedException {
        var batch = new ArrayList<Runnable>();
        var first = threads.poll(events, tick);
        if (first != null) {
            gather();
            batch.add(first);
            events.drainTo(batch, BATCH);
        }
        loaded = batch.size() > 1;
        for (var note = notes.poll(); note != null; note = notes.poll()) {
            carryOut(note);
        }
        batch.forEach(SchedulerThread::carryOut);
        carryOut(then);
        return true;
    }

    /** Waits until the last pass is a moment ago, if that had more than one event. */
    private void gather() throws InterruptedException {
        var rest = PASS.minusNanos(watch.nanos() - passedAt);
        if (loaded && rest.isPositive()) {
            threads.pause(rest);
        }
        passedAt = watch.nanos();
    }

    private static void carryOut(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            // a bug must not stop the fleet: leases and snapshots repair what it touched, or a human user cancels it
            LOG.error("the scheduler could not handle an event", e);
        }
    }
}
