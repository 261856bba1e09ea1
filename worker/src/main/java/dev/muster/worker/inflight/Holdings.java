package dev.muster.worker.inflight;

import module java.base;
import dev.muster.common.message.Dispatch;
import dev.muster.common.message.HeldOrder;
import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.message.WorkerMessage.Snapshot;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The orders in flight of one incarnation. Epoch, inbox position and the list change under one lock, a snapshot is
 * copied under it, and an order is in flight from the moment its epoch is checked. Otherwise a snapshot could show an
 * order as passed and not in flight while it is about to run, and the case would run twice.
 */
public final class Holdings {

    private final String fleet;
    private final String incarnation;
    private final Ticker ticker;
    private final Map<Dispatch, Held> held = new LinkedHashMap<>();
    private long epoch;
    private long position;
    private @Nullable Dispatch newest;
    private long seq;
    private boolean draining;

    /** @param position offset to read the inbox from */
    public Holdings(String fleet, String incarnation, long epoch, long position, Ticker ticker) {
        this.fleet = fleet;
        this.incarnation = incarnation;
        this.epoch = epoch;
        this.position = position;
        this.ticker = ticker;
    }

    /** Moves past an order: it is in flight from here on, or it is not for this worker. */
    public synchronized Optional<Held> take(long offset, CaseOrder order) {
        position = offset + 1;
        if (draining || order.epoch() != epoch || !order.incarnation().equals(incarnation)) {
            return Optional.empty();
        }
        if (isOld(order.dispatch())) {
            return Optional.empty();
        }
        newest = order.dispatch();
        var taken = new Held(order, ticker.nanos());
        held.put(order.dispatch(), taken);
        return Optional.of(taken);
    }

    /** Whether an order was taken already: a leader's dispatches come in order, so this one was written again. */
    private boolean isOld(Dispatch dispatch) {
        return newest != null && newest.epoch() == dispatch.epoch() && newest.n() >= dispatch.n();
    }

    /** Moves past a record that is not an order. */
    public synchronized void pass(long offset) {
        position = offset + 1;
    }

    /** The report was acknowledged: only now the case leaves the orders in flight. */
    public synchronized void release(Held done) {
        held.remove(done.order().dispatch());
    }

    /** Follows a new leader: only its orders are taken from now on; cases in flight continue. */
    public synchronized void follow(long newer) {
        epoch = newer;
    }

    public synchronized long epoch() {
        return epoch;
    }

    /** Returns all orders in flight, for a coordinator that did not dispatch them. */
    public synchronized List<HeldOrder> orders() {
        return held.values().stream().map(Held::order)
                .map(order -> new HeldOrder(order.ref(), order.dispatch(), order.attempt())).toList();
    }

    public synchronized Snapshot snapshot() {
        return new Snapshot(fleet, epoch, incarnation, ++seq, position, List.copyOf(held.keySet()), draining);
    }

    public synchronized long position() {
        return position;
    }

    public synchronized int count() {
        return held.size();
    }

    public synchronized List<Held> held(Predicate<CaseOrder> which) {
        return held.values().stream().filter(each -> which.test(each.order())).toList();
    }

    public synchronized void drain() {
        draining = true;
    }
}
