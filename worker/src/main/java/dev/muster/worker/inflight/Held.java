package dev.muster.worker.inflight;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.time.Deadline;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An order that this worker took and has not been acknowledged for yet. */
public final class Held {

    /** Why an attempt was stopped from outside. */
    public enum Stop {
        /** The coordinator dropped it: report it as cancelled. */
        DROPPED,
        /** The lease is gone: report it as worker_lost. */
        ABANDONED,
        /** This incarnation is over: report nothing. */
        ENDED
    }

    private final CaseOrder order;
    private final long takenNanos;
    private @Nullable Thread thread;
    private @Nullable Stop stop;
    private @Nullable Deadline due;
    private boolean waiting;

    Held(CaseOrder order, long takenNanos) {
        this.order = order;
        this.takenNanos = takenNanos;
    }

    public CaseOrder order() {
        return order;
    }

    /** When it was taken, on the worker's monotonic clock. */
    public long takenNanos() {
        return takenNanos;
    }

    /** Names the thread that works on it; one that was stopped meanwhile is interrupted at once. */
    public synchronized void workedOnBy(Thread worker) {
        thread = worker;
        if (stop != null) {
            worker.interrupt();
        }
    }

    /** Stops the work; the first reason stays, except that {@link Stop#ENDED} always wins. */
    public synchronized void stop(Stop reason) {
        if (stop == null || reason == Stop.ENDED) {
            stop = reason;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** By this the work, or the part of it that begins now, should have ended. */
    public synchronized void due(Deadline by) {
        due = by;
    }

    /** The work waits from here on for what is not its own to hurry. */
    public synchronized void waits() {
        waiting = true;
    }

    /** The work goes on; the time it waited is given back to it. */
    public synchronized void goesOn(Duration waited) {
        waiting = false;
        if (due != null && waited.isPositive()) {
            due.extend(waited);
        }
    }

    /** Whether the work should have ended longer ago than that, and goes on. */
    public synchronized boolean overdue(Duration patience) {
        return thread != null && !waiting && due != null && due.past().compareTo(patience) > 0;
    }

    /** The work is done: later stops find nobody to interrupt. */
    public synchronized @Nullable Stop workDone() {
        thread = null;
        return stop;
    }

    public synchronized boolean ended() {
        return stop == Stop.ENDED;
    }
}
