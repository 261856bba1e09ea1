package dev.muster.worker.inflight;

import module java.base;
import dev.muster.common.agent.Traffic.Waiting;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.Wait;
import dev.muster.common.time.Deadline;
import org.jspecify.annotations.Nullable;

/** An order in flight: taken by this worker, its report not yet acknowledged. */
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

    private static final long PATIENCE_MS = 1_000;

    private final CaseOrder order;
    private final long takenNanos;
    private @Nullable Thread thread;
    private @Nullable Stop stop;
    private @Nullable Deadline due;
    private boolean waiting;
    private @Nullable Waiting waitsFor;
    private long waitsSince;

    Held(CaseOrder order, long takenNanos) {
        this.order = order;
        this.takenNanos = takenNanos;
    }

    public CaseOrder order() {
        return order;
    }

    /** Returns when it was taken, by the worker's monotonic clock. */
    public long takenNanos() {
        return takenNanos;
    }

    /** Sets the thread that works on it; if it was already stopped, that thread is interrupted at once. */
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

    /** Sets the deadline of the work, or of the part of it that begins now. */
    public synchronized void due(Deadline by) {
        due = by;
    }

    /** The work waits from here on for something outside of it. */
    public synchronized void waits() {
        waiting = true;
    }

    /** The work continues; its deadline moves by the time it waited. */
    public synchronized void goesOn(Duration waited) {
        waiting = false;
        if (due != null && waited.isPositive()) {
            due.extend(waited);
        }
    }

    /** What the work waits for from now on; null for nothing outside of it. */
    public synchronized void waitsFor(@Nullable Waiting what, long nanos) {
        waitsFor = what;
        waitsSince = nanos;
    }

    /** Returns what the work waits for, after its first moment. */
    public synchronized Optional<Wait> waitsFor(long nanos) {
        var reason = waitsFor;
        long since = (nanos - waitsSince) / 1_000_000;
        return reason == null || thread == null || (!reason.trouble() && since < PATIENCE_MS) ? Optional.empty()
                : Optional.of(new Wait(order.ref().run(), reason.what(), reason.trouble(), reason.next(), 1, since,
                        Math.max(0, reason.left().toMillis() - since)));
    }

    /** Whether the work still runs although its deadline passed longer ago than that. */
    public synchronized boolean overdue(Duration patience) {
        return thread != null && !waiting && due != null && due.past().compareTo(patience) > 0;
    }

    /** The work is done: later stops interrupt no thread. */
    public synchronized @Nullable Stop workDone() {
        thread = null;
        return stop;
    }

    public synchronized boolean ended() {
        return stop == Stop.ENDED;
    }
}
